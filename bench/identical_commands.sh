#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The commands of identical.sh. `inputs` makes the folder $work/in that both programs read, `list` prints a line for each command:
# its place (group/number), a tab, the command. There $IN is the folder of inputs and $ROOT this project. `measured_commands` prints
# a line "name|arguments" for each command of which instructions are counted.

# Formats that are written, as convert names them (`petriloom formats`): those that hold a coloured net as it is, those that unfold
# it first, and pictures, of which png is left out: it takes minutes for a large net.
as_it_is="cpn dot loom pnml-hl pnml-sn"
unfolding="andl candl greatspn lola pnml pnml-core tina"
# Nets of examples/ and of bench/ that can be simulated, with the time at which they end.
runs="examples/queue/mm1.loom:200s examples/network/closed.loom:20s examples/philosophers/table.loom:50s
  examples/philosophers/left_handed.loom:20s examples/power_cap/node.loom:1h examples/schedule/bus.loom:100s bench/mm1.loom:500s
  bench/epidemic.loom:0.5s bench/epidemic_fluid.loom:50s in/coka-mini.yaml:1h in/coka16.yaml:1h in/workstation.yaml:1h
  in/one_node.yaml:1h in/dm.yaml:1h in/static.yaml:1h in/dm_mini.yaml:1h"

# formulas FILE: the properties of a file of the contest as options of verify.
formulas() {
  awk '
    function pop() { return stack[top--] }
    function push(text) { stack[++top] = text }
    function infix(word,   text) {  # joins what stands above the mark
      text = pop()
      while (stack[top] != "<") text = pop() word text
      stack[top] = "(" text ")"
    }
    function under(word,   text) { text = pop(); stack[top] = word "(" text ")" }
    /<formula>/ { top = 0; options = ""; next }
    /<(conjunction|disjunction|is-fireable|tokens-count)>/ { push("<"); next }
    /<(negation|all-paths|exists-path|globally|finally|next)>/ { push("<"); next }
    /<place>|<transition>/ { split($0, part, /[<>]/); push("\"" part[3] "\""); next }
    /<integer-constant>/ { split($0, part, /[<>]/); push(part[3]); next }
    /<\/conjunction>/ { infix(" \\& ") }
    /<\/disjunction>/ { infix(" | ") }
    /<\/negation>/ { under("!") }
    /<\/globally>/ { under("G ") }
    /<\/finally>/ { under("F ") }
    /<\/next>/ { under("X ") }
    /<\/until>/ { right = pop(); left = pop(); push("[" left " U " right "]") }
    /<\/integer-le>/ { right = pop(); left = pop(); push("(" left " <= " right ")") }
    /<\/tokens-count>/ {
      text = "tokens(" pop() ")"
      while (stack[top] != "<") text = text " + tokens(" pop() ")"
      stack[top] = text
    }
    /<\/is-fireable>/ {
      text = "fireable(" pop() ")"
      while (stack[top] != "<") text = text " | fireable(" pop() ")"
      stack[top] = "(" text ")"
    }
    /<\/all-paths>/ { text = pop(); stack[top] = "A" (text ~ /^\[/ ? "" : "") text }
    /<\/exists-path>/ { text = pop(); stack[top] = "E" text }
    /<\/formula>/ {
      text = stack[top]
      gsub(/"/, "\047", text)
      gsub(/\\&/, "\\&", text)
      if (kind == "ltl") { sub(/^A/, "", text); gsub(/\[/, "(", text); gsub(/\]/, ")", text) }
      printf " --%s \"%s\"", kind, text
      if (++count == 3) exit
    }
  ' kind="$(case $1 in *LTL*) echo ltl ;; *) echo ctl ;; esac)" "$1"
}

# described NAME TEMPLATE POLICY RUNTIME: a description that chooses a policy and a runtime.
described() {
  sed -E "s/^( *policy:).*/\1 $3/" "$root/templates/$2" >"$work/in/$1.yaml"
}

# The models of the contest: of each family the first instance whose archive is small, so many without and with colours.
contest() {
  of_kind() { find "$shared/mcc/models" -name "*-$1-*.tar.gz" -size -60k -printf '%f\n' | sort -V | awk -F- '!seen[$1]++' | head -n "$2"; }
  of_kind PT 22
  of_kind COL 8
}

inputs() {
  local in=$work/in name
  cp -r "$root"/templates/* "$root"/examples/*/*.yaml "$in"
  described dm workstation.yaml dm
  described static workstation.yaml static
  described dm_mini coka-mini.yaml dm
  (cd "$in" && for name in coka-mini coka16 workstation one_node dm; do
    "$before" generate "$name.yaml" -o "$name.loom" --quiet
    printf 'run until 1 ms\nstep 3\nsave %s.state\n' "$name" | "$before" play "$name.loom" --quiet >/dev/null
  done)
  mkdir -p "$in/mcc" "$in/formats"
  [ -d "$shared/mcc" ] && contest | while read -r name; do
    name=${name%.tar.gz}
    tar -xzf "$shared/mcc/models/$name.tar.gz" -C "$in/mcc"
    for file in "$in/mcc/$name"/{CTL,LTL,Reachability}*.xml; do formulas "$file"; done >"$in/mcc/$name/options"
  done
  [ -d "$shared/formats" ] && find "$shared/formats" -path '*-samples/*' -type f | sort | while read -r name; do
    cp "$name" "$in/formats/$(basename "$name" | tr '#+' '__')"
  done
  return 0
}

# unfolds FILE: whether a net has an end of colours, as far as BEFORE can tell with little memory.
unfolds() { (cd "$work/in" && IN=$work/in ROOT=$root eval "\"$before\" convert $1 unfolded.loom --unfold --quiet --memory 150M" >unfolds 2>&1); }

# group NAME: numbers the commands on stdin.
group() { awk -v g="$1" '{printf "%s/%04d\t%s\n", g, NR, $0}'; }

# conversions FILE [FORMATS]: what is asked of every net: checked, written in every format, and unfolded.
conversions() {
  local format
  echo "petriloom check $1 --json -"
  for format in ${2:-$as_it_is $unfolding}; do echo "petriloom convert $1 out.$format --to $format --allow-lossy --quiet"; done
  [ $# = 2 ] || echo "petriloom convert $1 out.loom --unfold --quiet && petriloom convert $1 few.pnml --unfold --drop-constant --merge-alike"
}

descriptions() {
  local file fold
  for file in "$work"/in/*.yaml; do
    file=\$IN/$(basename "$file")
    for fold in auto always never; do
      echo "petriloom generate $file -o out.loom --fold $fold"
      echo "petriloom simulate $file --fold $fold --json -"
    done
    echo "petriloom generate $file"
    echo "petriloom check $file"
    echo "petriloom render $file -o out.dot && petriloom render $file -o one.dot --depth 1"
    echo "petriloom simulate $file --replications 6 --jobs 2"
    case $file in
      */dm*) ;;
      *) echo "petriloom verify $file --json out.json --memory 60M --quiet" ;;
    esac
    case $file in
      */dm*) conversions "$file" "$as_it_is svg" ;;  # its lists have no end
      *) conversions "$file"; echo "petriloom convert $file out.svg" ;;
    esac
  done
  for file in coka-mini one_node; do echo "petriloom run \$IN/$file.yaml -o out --memory 60M --quiet"; done
}

nets() {
  local file
  for file in $(cd "$root" && find examples bench nets -name '*.loom' | sort); do
    conversions "\$ROOT/$file"
    echo "petriloom convert \$ROOT/$file out.svg && petriloom convert \$ROOT/$file out.pdf"
    echo "petriloom verify \$ROOT/$file --memory 30M --quiet --json -"
    echo "petriloom fmt --stdout \$ROOT/$file"
  done
}

golden() {
  local folder
  for folder in "$root"/tests/cli/golden/*/; do
    # Without those whose output depends on when a signal or a limit of time comes.
    case $folder in */interrupted/ | */verify_time/ | */checkpoint_streams/) continue ;; esac
    echo "cp -r \$ROOT/tests/cli/golden/$(basename "$folder")/* . && sh ./cmd"
  done
  for folder in "$root"/tests/cli/documents/*/; do
    find "$folder" -type f | sort | sed "s|$root|\$ROOT|" | while read -r file; do
      conversions "$file"
      echo "petriloom simulate $file --until 5s --firings 2000"
      echo "petriloom solve $file --json - --memory 200M"
    done
  done
}

corpus() {
  find "$root/tests/fuzz/corpus" -type f -not -path '*/run_state/*' | sort | sed "s|$root|\$ROOT|" | while read -r file; do
    local format
    format=$(basename "$(dirname "$file")")
    echo "petriloom convert '$file' out.loom --from $format --quiet && petriloom simulate out.loom --firings 300"
  done
}

simulations() {
  local run file until fold
  for run in $runs; do
    file=\$ROOT/${run%:*}
    file=${file/\$ROOT\/in/\$IN}
    until=${run#*:}
    for fold in always never; do
      echo "petriloom simulate $file --until $until --fold $fold --trace t.csv --gantt t.svg --firings 20000"
      echo "petriloom simulate $file --until $until --fold $fold --trace t.json --firings 3000"
      echo "petriloom simulate $file --until $until --fold $fold --trace t.paje --firings 3000"
      echo "petriloom simulate $file --until $until --fold $fold --trace t.sqlite --firings 3000 && sqlite3 t.sqlite .dump && rm t.sqlite"
      echo "petriloom simulate $file --until $until --fold $fold --streams transition --json - --firings 20000"
      echo "petriloom simulate $file --until $until --fold $fold --show '*' --firings 20000"
    done
    echo "petriloom simulate $file --until $until --json - --replications 5 --jobs 1 --firings 20000"
    echo "petriloom simulate $file --until $until --json - --replications 5 --jobs 2 --firings 20000"
    echo "petriloom simulate $file --until $until --tau-leap --replications 3 --json -"
    echo "petriloom simulate $file --until $until --antithetic --replications 4 --firings 20000"
    echo "petriloom simulate $file --until $until --batches 20 --firings 20000"
    echo "petriloom simulate $file --until $until --quantiles '*=0.5,0.9' --histogram '*=10' --series-file s.csv --firings 5000"
    echo "petriloom simulate $file --until $until --checkpoint c --checkpoint-every 1ms --replications 4 --firings 20000 --json -"
    echo "petriloom simulate $file --until $until --checkpoint c --time 50ms >cut 2>&1; rm -f cut; petriloom simulate $file --until $until --checkpoint c --json - --quiet; rm -f c"
  done
}

plays() {
  local run file name
  for run in $runs; do
    file=\$ROOT/${run%:*}
    file=${file/\$ROOT\/in/\$IN}
    for fold in always never; do
      echo "printf '%s\n' marking enabled 'step 5' 'fire 1' 'undo 2' redo 'save s' 'step 3' measures 'load s' 'marking all' 'step 300' 'back 3' 'enabled all' 'save e' |" \
        "petriloom play $file --fold $fold --seed 3; petriloom simulate $file --fold $fold --from e --firings 2000"
    done
  done
  for name in coka-mini coka16 workstation one_node dm; do
    echo "petriloom simulate \$IN/$name.loom --from \$IN/$name.state --json -"
    echo "petriloom simulate \$IN/$name.loom --from \$IN/$name.state --trace t.csv"
    echo "printf '%s\n' marking enabled 'step 20' measures 'save s' | petriloom play \$IN/$name.loom --from \$IN/$name.state"
  done
}

solutions() {
  local file method
  for file in examples/queue/mm1 examples/network/closed examples/philosophers/table tests/cli/golden/solve_network/net; do
    for method in automatic direct gauss-seidel aggregation gmres; do
      echo "petriloom solve \$ROOT/$file.loom --method $method --all --json - --memory 200M"
    done
    echo "petriloom solve \$ROOT/$file.loom --transient 5s --points 4 --all --memory 200M"
  done
}

contest_models() {
  local folder
  for folder in "$work"/in/mcc/*/; do
    folder=\$IN/mcc/$(basename "$folder")
    case $folder in
      *-PT-*) conversions "$folder/model.pnml" "${as_it_is/cpn/} $unfolding" ;;  # .cpn has positions, which takes long
      *) conversions "$folder/model.pnml" ;;
    esac
    echo "petriloom verify $folder/model.pnml --json out.json --memory 20M --quiet"
    echo "eval petriloom verify $folder/model.pnml --memory 20M --quiet --json - \"\$(cat $folder/options)\""
    echo "petriloom simulate $folder/model.pnml --firings 5000"
    echo "petriloom simulate $folder/model.pnml --firings 500 --trace t.csv --fold never"
  done
}

samples() {
  local file
  for file in "$work"/in/formats/*; do
    file="\$IN/formats/$(basename "$file")"
    if unfolds "$file"; then conversions "$file"; else conversions "$file" "$as_it_is"; fi
    echo "petriloom simulate $file --firings 2000"
    echo "petriloom verify $file --memory 10M --quiet --json -"
  done
}

list() {
  local entry
  for entry in descriptions nets golden corpus simulations plays solutions contest_models:mcc samples:formats; do
    local name=${entry#*:} commands=${entry%:*}
    case " ${GROUPS_ONLY:-$name} " in *" $name "*) $commands | group "$name" ;; esac
  done
}

measured_commands() {
  cat >"$work/in/switches.loom" <<'END'
const most : int = 12;
colour Switch = int with 0..most;
place OFF : Switch = all(Switch);
place ON : Switch;
transition on { var s : Switch; in OFF : s; out ON : s; time exponential(1.0 + real(s)); }
transition off { var s : Switch; in ON : s; out OFF : s; time exponential(2.0); }
measure lit = average tokens(ON);
END
  (cd "$work/in" && awk 'BEGIN {
    print "net \"big\";"
    for (i = 0; i < 10000; ++i) printf "place p%d : unit = 1`();\ntransition t%d { in p%d; out p%d; time exponential(2.5); }\n", i, i, i, (i * 7 + 1) % 10000
  }' >big.loom && "$before" convert big.loom big.pnml --untimed --quiet)
  cat <<'END'
coloured tokens (dm)|simulate in/dm.loom --quiet
counts (coka16)|simulate in/coka16.loom --quiet
counts, exponential (closed)|simulate "$root"/examples/network/closed.loom --until 20000s --quiet
leaps|simulate "$root"/bench/epidemic.loom --until 200s --tau-leap --quiet
fluid|simulate "$root"/bench/epidemic_fluid.loom --until 200 --quiet
trace|simulate in/coka16.loom --trace t.csv --quiet
unfolding|convert in/coka16.loom flat.loom --unfold --quiet
state space|verify in/switches.loom --property bounded --property live --quiet
Markov chain|solve in/switches.loom --set most=10 --quiet
reading net language|check in/big.loom --quiet
reading PNML|check in/big.pnml --quiet
generating|generate in/coka16.yaml --set 'machine.nodes[0].count=1009' --set 'application.grid=[32, 32]' -o big.loom --quiet
END
}
