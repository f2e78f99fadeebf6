// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/basis.h"

#include <algorithm>
#include <array>

namespace petriloom::cpn::ml {

namespace {

// Days from and to dates: the Gregorian calendar in years from March on and cycles of 400 years,
// which have 146097 days.
constexpr std::string_view kBasis = R"(
fun isSome l = not (null l)
fun Option.isSome l = not (null l)
fun valOf l = if null l then raise Option else hd l
fun Option.valOf l = valOf l
fun getOpt (l, x) = if null l then x else hd l
fun Option.getOpt (l, x) = if null l then x else hd l
fun Option.map f l = map f l
fun Option.filter f x = if f x then [x] else []
fun List.find f l = let val found = List.filter f l in if null found then [] else [hd found] end
fun List.partition f l = (List.filter f l, List.filter (fn x => not (f x)) l)
fun List.mapPartial f l = ext_ms f l
fun List.revAppend (a, b) = rev a ^^ b
fun intersect l m =
  #1 (foldl (fn (x, (all, rest)) => if mem rest x then (all ^^ [x], rm x rest) else (all, rest)) ([], m) l)
fun List.collate order (a, b) =
  let fun go ([], []) = EQUAL
        | go ([], _) = LESS
        | go (_, []) = GREATER
        | go (x :: l, y :: m) = let val first = order (x, y) in if first = EQUAL then go (l, m) else first end
  in go (a, b) end
fun ignore x = ()
fun app f l = ()
fun List.app f l = ()
fun List.getItem l = if null l then [] else [(hd l, tl l)]
fun ListPair.zip (a, b) = List.tabulate (Int.min (length a, length b), fn k => (List.nth (a, k), List.nth (b, k)))
fun ListPair.unzip l = (map (fn (a, b) => a) l, map (fn (a, b) => b) l)
fun ListPair.map f (a, b) = map f (ListPair.zip (a, b))
fun ListPair.foldl f x (a, b) = foldl (fn ((u, v), all) => f (u, v, all)) x (ListPair.zip (a, b))
fun ListPair.foldr f x (a, b) = foldr (fn ((u, v), all) => f (u, v, all)) x (ListPair.zip (a, b))
fun ListPair.all f (a, b) = List.all f (ListPair.zip (a, b))
fun ListPair.exists f (a, b) = List.exists f (ListPair.zip (a, b))
fun ListMergeSort.sort after l = sort (fn (a, b) => after (b, a)) l
fun ListMergeSort.sorted after l =
  List.all (fn k => not (after (List.nth (l, k), List.nth (l, k + 1)))) (List.tabulate (Int.max (0, length l - 1), fn k => k))
fun ListMergeSort.uniqueSort order l =
  sort (fn (a, b) => order (a, b) = LESS)
    (foldl (fn (x, all) => if List.exists (fn y => order (x, y) = EQUAL) all then all else all ^^ [x]) [] l)
fun Int.compare (a : int, b) = if a < b then ~1 else if a > b then 1 else 0
fun IntInf.compare (a : int, b) = if a < b then ~1 else if a > b then 1 else 0
fun Real.compare (a : real, b) = if a < b then ~1 else if a > b then 1 else 0
fun String.compare (a : string, b) = if a < b then ~1 else if a > b then 1 else 0
fun Char.compare (a : char, b) = if a < b then ~1 else if a > b then 1 else 0
fun RealToIntInf digits x = round (x * Math.pow (10.0, real digits))
fun IntInfToReal digits n = real n / Math.pow (10.0, real digits)
fun Real.== (a : real, b) = a = b
fun Real.!= (a : real, b) = a <> b
fun Real.+ (a : real, b) = a + b
fun Real.- (a : real, b) = a - b
fun Real.* (a : real, b) = a * b
fun Real./ (a : real, b) = a / b
fun Real.< (a : real, b) = a < b
fun Real.> (a : real, b) = a > b
fun Real.<= (a : real, b) = a <= b
fun Real.>= (a : real, b) = a >= b
fun Int.+ (a : int, b) = a + b
fun Int.- (a : int, b) = a - b
fun Int.* (a : int, b) = a * b
fun Int.< (a : int, b) = a < b
fun Int.> (a : int, b) = a > b
fun Int.<= (a : int, b) = a <= b
fun Int.>= (a : int, b) = a >= b
fun String.^ (a : string, b) = a ^ b
fun String.< (a : string, b) = a < b
fun String.> (a : string, b) = a > b
fun Real.roundToEven x =
  let val n = Real.nearest x
  in if Real.abs (real n - x) = 0.5 andalso Int.rem (n, 2) <> 0 then (if x < 0.0 then n + 1 else n - 1) else n end
fun Int.sign (a : int) = if a < 0 then ~1 else if a > 0 then 1 else 0
fun IntInf.sign (a : int) = if a < 0 then ~1 else if a > 0 then 1 else 0
fun Real.sign (a : real) = if a < 0.0 then ~1 else if a > 0.0 then 1 else 0
fun Int.sameSign (a, b) = Int.sign a = Int.sign b
fun Math.log10 x = Math.ln x / Math.ln 10.0
fun Math.sinh x = (Math.exp x - Math.exp (~x)) / 2.0
fun Math.cosh x = (Math.exp x + Math.exp (~x)) / 2.0
fun Math.tanh x = let val u = Math.exp (~2.0 * Real.abs x) in (if x < 0.0 then ~1.0 else 1.0) * (1.0 - u) / (1.0 + u) end
fun Math.sinNear x = let val y = x * x in x * (1.0 - y / 6.0 * (1.0 - y / 20.0 * (1.0 - y / 42.0 * (1.0 - y / 72.0 *
  (1.0 - y / 110.0 * (1.0 - y / 156.0 * (1.0 - y / 210.0 * (1.0 - y / 272.0)))))))) end
fun Math.cosNear x = let val y = x * x in 1.0 - y / 2.0 * (1.0 - y / 12.0 * (1.0 - y / 30.0 * (1.0 - y / 56.0 *
  (1.0 - y / 90.0 * (1.0 - y / 132.0 * (1.0 - y / 182.0 * (1.0 - y / 240.0))))))) end
fun Math.turned (quarters, x) =
  let val n = Real.nearest (x / 1.5707963267948966)
      val r = (x - real n * 1.5707963267341256) - real n * 6.077100506506192e~11
      val quarter = (n + quarters) mod 4
  in if quarter = 0 then Math.sinNear r else if quarter = 1 then Math.cosNear r
     else if quarter = 2 then ~(Math.sinNear r) else ~(Math.cosNear r) end
fun Math.sin x = Math.turned (0, x)
fun Math.cos x = Math.turned (1, x)
fun Math.tan x = Math.sin x / Math.cos x
fun Math.halfway x = x / (1.0 + Math.sqrt (1.0 + x * x))
fun Math.atanNear x = let val y = x * x in x * (1.0 - y * (1.0 / 3.0 - y * (1.0 / 5.0 - y * (1.0 / 7.0 - y * (1.0 / 9.0 -
  y * (1.0 / 11.0 - y * (1.0 / 13.0 - y * (1.0 / 15.0 - y / 17.0)))))))) end
fun Math.atan x =
  if x > 1.0 then 1.5707963267948966 - Math.atan (1.0 / x)
  else if x < ~1.0 then ~1.5707963267948966 - Math.atan (1.0 / x)
  else 8.0 * Math.atanNear (Math.halfway (Math.halfway (Math.halfway x)))
fun Math.atan2 (y, x) =
  if x > 0.0 then Math.atan (y / x)
  else if x < 0.0 then (if y < 0.0 then Math.atan (y / x) - Math.pi else Math.atan (y / x) + Math.pi)
  else if y > 0.0 then Math.pi / 2.0 else if y < 0.0 then ~Math.pi / 2.0 else 0.0
fun Math.asin x = Math.atan2 (x, Math.sqrt ((1.0 - x) * (1.0 + x)))
fun Math.acos x = Math.atan2 (Math.sqrt ((1.0 - x) * (1.0 + x)), x)
fun Char.isDigit (c : char) = c >= #"0" andalso c <= #"9"
fun Char.isLower (c : char) = c >= #"a" andalso c <= #"z"
fun Char.isUpper (c : char) = c >= #"A" andalso c <= #"Z"
fun Char.isAlpha c = Char.isLower c orelse Char.isUpper c
fun Char.isAlphaNum c = Char.isAlpha c orelse Char.isDigit c
fun Char.isSpace (c : char) = c = #" " orelse (c >= #"\t" andalso c <= #"\r")
fun Char.isHexDigit (c : char) =
  Char.isDigit c orelse (c >= #"a" andalso c <= #"f") orelse (c >= #"A" andalso c <= #"F")
fun Char.isPrint (c : char) = c >= #" " andalso c <= #"~"
fun Char.isGraph (c : char) = c > #" " andalso c <= #"~"
fun Char.isPunct c = Char.isGraph c andalso not (Char.isAlphaNum c)
fun Char.contains (s : string) (c : char) = List.exists (fn x => x = c) (explode s)
fun Char.notContains (s : string) (c : char) = not (Char.contains s c)
fun Char.shifted (from, to, c : char) =
  let val found = List.filter (fn k => String.sub (from, k) = c) (List.tabulate (size from, fn k => k))
  in if null found then c else String.sub (to, hd found) end
fun ord c =
  let val found = List.filter (fn k => String.sub (Char.ascii, k) = c) (List.tabulate (size Char.ascii, fn k => k))
  in if null found then raise Chr else hd found end
fun Char.ord c = ord c
fun chr n = if n < 0 orelse n > 127 then raise Chr else String.sub (Char.ascii, n)
fun Char.chr n = chr n
fun Char.succ c = chr (ord c + 1)
fun Char.pred c = chr (ord c - 1)
fun Char.toUpper c = Char.shifted ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", c)
fun Char.toLower c = Char.shifted ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", c)
fun StringCvt.fill (c, count) = concat (List.tabulate (Int.max (0, count), fn k => str c))
fun StringCvt.padLeft c count s = StringCvt.fill (c, count - size s) ^ s
fun StringCvt.padRight c count s = s ^ StringCvt.fill (c, count - size s)
fun StringCvt.FIX digits = digits
fun Real.fmt format x =
  let val digits = if null format then 6 else hd format
      val unit = round (Math.pow (10.0, real digits))
      val n = round (Real.abs x * real unit)
      val fraction = StringCvt.padLeft #"0" digits (Int.toString (n mod unit))
  in (if x < 0.0 andalso n > 0 then "~" else "") ^ Int.toString (n div unit) ^ (if digits = 0 then "" else "." ^ fraction) end
fun mkstr_ms (text, less) ms =
  let fun go (n, x, []) = Int.toString n ^ "`" ^ text x
        | go (n, x, y :: rest) =
            if less (x, y) then Int.toString n ^ "`" ^ text x ^ "++\n" ^ go (1, y, rest) else go (n + 1, x, rest)
      val sorted = sort less ms
  in if null sorted then "empty" else go (1, hd sorted, tl sorted) end
fun Vector.fromList l = l
fun Vector.length l = length l
fun Vector.sub (l, k) = List.nth (l, k)
fun Vector.tabulate (n, f) = List.tabulate (n, f)
fun Vector.map f l = map f l
fun Vector.foldl f x l = foldl f x l
fun Vector.foldr f x l = foldr f x l
fun Vector.update (l, k, x) = List.take (l, k) ^^ (x :: List.drop (l, k + 1))
fun String.map f s = implode (map f (explode s))
fun String.translate f s = concat (map f (explode s))
fun String.concatWith s l = if null l then "" else hd l ^ concat (map (fn x => s ^ x) (tl l))
fun String.isSuffix s t =
  size s <= size t andalso substring (t, size t - size s, size s) = s
fun String.extract (s, from, count) = substring (s, from, if null count then size s - from else hd count)
fun Real.scaled (m : real, e) =
  if m >= 1E16 then Real.scaled (m / 1E16, e + 16) else if m >= 10.0 then Real.scaled (m / 10.0, e + 1)
  else if m < 1E~16 then Real.scaled (m * 1E16, e - 16) else if m < 1.0 then Real.scaled (m * 10.0, e - 1) else (m, e)
fun Real.withoutZeros s =
  if String.isSuffix "0" s then Real.withoutZeros (substring (s, 0, size s - 1)) else s
fun Real.written (digits, e) =
  if e < ~4 orelse e >= 12 then
    substring (digits, 0, 1) ^ (if size digits = 1 then "" else "." ^ String.extract (digits, 1, NONE))
      ^ (if e < 0 then "E~" else "E") ^ StringCvt.padLeft #"0" 2 (Int.toString (Int.abs e))
  else if e < 0 then "0." ^ StringCvt.fill (#"0", ~1 - e) ^ digits
  else let val all = StringCvt.padRight #"0" (e + 2) digits
       in substring (all, 0, e + 1) ^ "." ^ String.extract (all, e + 1, NONE) end
fun Real.text (x : real) =
  let val a = Real.abs x
      fun twelve (m, e) =
        let val n = Real.nearest (m * 1E11)
        in if n >= 1000000000000 then Real.written ("1", e + 1) else Real.written (Real.withoutZeros (Int.toString n), e) end
  in if a = 0.0 then "0.0" else (if x < 0.0 then "~" else "") ^ twelve (Real.scaled (a, 0)) end
fun String.fields f s =
  let fun go ([], field) = [field]
        | go (c :: rest, field) = if f c then field :: go (rest, "") else go (rest, field ^ str c)
  in go (explode s, "") end
fun String.tokens f s = List.filter (fn field => field <> "") (String.fields f s)
fun Int.fromString s =
  let fun digit c = case c of #"0" => 0 | #"1" => 1 | #"2" => 2 | #"3" => 3 | #"4" => 4 | #"5" => 5
                            | #"6" => 6 | #"7" => 7 | #"8" => 8 | #"9" => 9 | _ => ~1
      fun digits ([], n, some) = if some then [n] else []
        | digits (c :: rest, n, some) =
            if Char.isDigit c then digits (rest, 10 * n + digit c, true) else if some then [n] else []
      fun signed [] = []
        | signed (c :: rest) =
            if c = #"+" then digits (rest, 0, false)
            else if c = #"~" orelse c = #"-" then map (fn n => ~n) (digits (rest, 0, false)) else digits (c :: rest, 0, false)
      fun start [] = []
        | start (c :: rest) = if Char.isSpace c then start rest else signed (c :: rest)
  in start (explode s) end
fun IntInf.fromString s = Int.fromString s
fun Bool.fromString s = if String.isPrefix "true" s then [true] else if String.isPrefix "false" s then [false] else []
fun Random.rand (a : int, b : int) = (a, b)
fun Random.randInt (r : int * int) = discrete (~1073741824, 1073741823)
fun Random.randNat (r : int * int) = discrete (0, 1073741823)
fun Random.randReal (r : int * int) = uniform (0.0, 1.0)
fun Random.randRange (low, high) (r : int * int) = discrete (low, high)
fun ModelTime.add (a : time, b) = a + b
fun ModelTime.sub (a : time, b) = a - b
fun ModelTime.mult (a : time, b) = a * b
fun ModelTime.lt (a : time, b) = a < b
fun ModelTime.leq (a : time, b) = a <= b
fun ModelTime.cmp (a : time, b) = if a < b then LESS else if b < a then GREATER else EQUAL
fun ModelTime.ready (t : time) = t <= time ()
fun ModelTime.fromString s = map (fn n => ModelTime.fromInt n) (Int.fromString s)
fun ModelTime.maketime s = ModelTime.fromInt (valOf (Int.fromString s))
fun maketime s = ModelTime.maketime s
fun ready (t : time) = ModelTime.ready t
fun Time.fromReal (t : real) = t
fun Time.toReal (t : real) = t
fun Time.fromSeconds (t : int) = real t
fun Time.toSeconds (t : real) = floor t
fun Date.fromTimeLocal (t : real) = floor t
fun Date.fromTimeUniv (t : real) = floor t
fun Date.toTime (t : int) = real t
fun Date.date {year, month, day, hour, minute, second, offset : int list} =
  let val y = if month <= 2 then year - 1 else year
      val yearOfCycle = y mod 400
      val dayOfYear = (153 * (if month > 2 then month - 3 else month + 9) + 2) div 5 + day - 1
      val dayOfCycle = yearOfCycle * 365 + yearOfCycle div 4 - yearOfCycle div 100 + dayOfYear
      val days = (y div 400) * 146097 + dayOfCycle - 719468
  in ((days * 24 + hour) * 60 + minute) * 60 + second end
fun Date.dayOfCycle (t : int) = (t div 86400 + 719468) mod 146097
fun Date.yearOfCycle t =
  let val d = Date.dayOfCycle t in (d - d div 1460 + d div 36524 - d div 146096) div 365 end
fun Date.dayFromMarch t =
  let val y = Date.yearOfCycle t in Date.dayOfCycle t - (365 * y + y div 4 - y div 100) end
fun Date.month t =
  let val m = (5 * Date.dayFromMarch t + 2) div 153 in if m < 10 then m + 3 else m - 9 end
fun Date.day t =
  let val d = Date.dayFromMarch t in d - (153 * ((5 * d + 2) div 153) + 2) div 5 + 1 end
fun Date.year t =
  (t div 86400 + 719468) div 146097 * 400 + Date.yearOfCycle t + (if Date.month t <= 2 then 1 else 0)
fun Date.hour (t : int) = t div 3600 mod 24
fun Date.minute (t : int) = t div 60 mod 60
fun Date.second (t : int) = t mod 60
fun Date.weekDay (t : int) = (t div 86400 + 3) mod 7
fun Date.yearDay t =
  t div 86400 - Date.date {year = Date.year t, month = 1, day = 1, hour = 0, minute = 0, second = 0, offset = []} div 86400
fun Date.offset (t : int) = NONE
fun Date.compare (a : int, b) = if a < b then ~1 else if a > b then 1 else 0
fun Date.padded (count, n) =
  let val s = Int.toString n
      fun zeros k = if k <= 0 then "" else "0" ^ zeros (k - 1)
  in zeros (count - size s) ^ s end
fun Date.fmt form t =
  let fun field #"Y" = Date.padded (4, Date.year t) | field #"m" = Date.padded (2, Date.month t)
        | field #"d" = Date.padded (2, Date.day t) | field #"H" = Date.padded (2, Date.hour t)
        | field #"M" = Date.padded (2, Date.minute t) | field #"S" = Date.padded (2, Date.second t)
        | field #"y" = Date.padded (2, Date.year t mod 100) | field #"j" = Date.padded (3, Date.yearDay t + 1)
        | field #"w" = Int.toString ((Date.weekDay t + 1) mod 7) | field c = str c
      fun go [] = ""
        | go [c] = str c
        | go (c :: next :: rest) = if c = #"%" then field next ^ go rest else str c ^ go (next :: rest)
  in go (explode form) end
)";

struct Numbered {
  std::string_view name;
  int number;
};
constexpr std::array kNumbered{
    Numbered{"LESS", -1},    Numbered{"EQUAL", 0},    Numbered{"GREATER", 1},   Numbered{"Date.Jan", 1},  Numbered{"Date.Feb", 2},
    Numbered{"Date.Mar", 3}, Numbered{"Date.Apr", 4}, Numbered{"Date.May", 5},  Numbered{"Date.Jun", 6},  Numbered{"Date.Jul", 7},
    Numbered{"Date.Aug", 8}, Numbered{"Date.Sep", 9}, Numbered{"Date.Oct", 10}, Numbered{"Date.Nov", 11}, Numbered{"Date.Dec", 12},
    Numbered{"Date.Mon", 0}, Numbered{"Date.Tue", 1}, Numbered{"Date.Wed", 2},  Numbered{"Date.Thu", 3},  Numbered{"Date.Fri", 4},
    Numbered{"Date.Sat", 5}, Numbered{"Date.Sun", 6}};

}  // namespace

std::string_view basis() { return kBasis; }

std::optional<int> numbered_constructor(std::string_view name) {
  const auto found = std::find_if(kNumbered.begin(), kNumbered.end(), [&](const Numbered& each) { return each.name == name; });
  return found == kNumbered.end() ? std::nullopt : std::optional<int>(found->number);
}

}  // namespace petriloom::cpn::ml
