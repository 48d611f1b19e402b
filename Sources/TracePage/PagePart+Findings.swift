extension PagePart {
    /// The rules of the findings, the same as in `TraceFindings` of the generator.
    static let findings = #"""
        // The rules, the worst first.
        class Findings {
          constructor(trace) {
            this.trace = trace; this.all = []; this.waiting = new Set();
            const spans = [...trace.spans.values()];
            for (const { owner } of spans) if (owner) owner.silentChildren = owner.sentChildren = 0;
            for (const span of spans) {
              if (span.owner && isSilent(span)) span.owner.silentChildren++;
              if (span.owner && span.values > 0) span.owner.sentChildren++;
            }
            this.waits(spans);
            this.neverEnded(spans);
            this.repeated();
            this.each("dropped-values", spans, span => span.dropped > 0, all => ({
              message: `${tick(all[0].name)} dropped ${plural(sum(all, "dropped"), "value")} for lack of demand`,
              time: Math.min(...all.map(span => span.droppedAt)),
              remedy: "ask for more values at a time, or keep them with `buffer(size:prefetch:whenFull:)`",
            }));
            this.each("growing-buffer", spans, span => span.mostKept >= 8 && span.kept * 2 >= span.mostKept, all => ({
              message: `the buffer of ${tick(all[0].name)} grows: ${plural(Math.max(...all.map(span => span.kept)), "value")} wait`,
              remedy: "values arrive faster than they are taken: take fewer with `throttle` or `debounce`, or limit the buffer",
            }));
            this.each("slow-on-main", spans, span => span.slow > 0, all => ({
              message: `${tick(all[0].name)} held the main thread ${plural(sum(all, "slow"), "time")}, for up to `
                + this.duration(Math.max(...all.map(span => span.slowest))),
              time: Math.min(...all.map(span => span.slowAt)),
              remedy: "do the work before `receive(on: .mainActor)`, on a queue",
            }));
            this.each("broken-promise", spans, span => span.broken, all => {
              const { promise, history, time } = all[0].broken;
              return {
                message: `${tick(all[0].name)} broke its promise ${tick(promise)}: ${history}`, time,
                remedy: all[0].args.unchecked === true
                  ? `an \`unchecked…\` operator made the promise, and nothing checks it: \`check${promise}()\` would`
                  : "what made the promise has a fault",
              };
            });
            if (trace.lost > 0) this.all.push({
              id: "lost-events", isNote: true, name: "", source: "", time: trace.lostAt, spans: [],
              message: `${plural(trace.lost, "event")} lost: they came faster than they could be taken, `
                + "or long before the page was opened",
              remedy: "trace fewer streams: `TRAITS_TRACE_NAMES` chooses them",
            });
          }

          // The outermost stream that waits, and the innermost ones that it waits for.
          waits(spans) {
            const waits = span => isSilent(span) && span.silentChildren > 0 && (!isOpen(span.owner) || span.sentChildren > 0);
            const found = new Map();
            for (const span of spans) {
              if (!waits(span)) continue;
              let above = span.owner;
              while (above && isSilent(above) && !waits(above)) above = above.owner;
              if (above && isSilent(above)) continue;
              const leaves = [], open = [span];
              while (open.length) {
                const next = open.pop(), silent = next.silentChildren > 0 ? next.children.filter(isSilent) : [];
                if (silent.length == 0) leaves.push(next); else open.push(...silent.reverse());
              }
              const names = [...new Set(leaves.map(leaf => leaf.name))];
              const isAsked = leaves.some(leaf => leaf.requests > 0);
              const message = `${tick(span.name)} waits for ${list(names)}, which `
                + (isAsked ? `${names.length > 1 ? "have" : "has"} sent nothing`
                  : `${names.length > 1 ? "were" : "was"} asked for no value`);
              const key = message + "\n" + span.source;
              if (!found.has(key)) found.set(key, { message, isAsked, spans: [], count: 0 });
              const one = found.get(key);
              one.spans.push(span, ...leaves);
              one.count++;
              this.waiting.add(span);
            }
            for (const { message, isAsked, spans, count } of found.values()) this.add("waits", spans, {
              message: message + times(count),
              remedy: isAsked ? "send it a value, or give it a first one with `prepend(…)`"
                : "its subscriber has to request values",
            });
          }

          // A run that was killed, or still goes on, has open streams for that reason.
          neverEnded(spans) {
            const isNote = !this.trace.isComplete;
            const isLeft = span => isOpen(span) && !isOpen(span.owner) && !this.waiting.has(span);
            this.each("never-ended", spans, isLeft, all => {
              const values = sum(all, "values");
              return {
                message: `${tick(all[0].name)} ${isNote ? "hasn't ended" : "never ended"}${times(all.length)}: `
                  + `${values == 0 ? "no values" : plural(values, "value")} since ${this.duration(all[0].time)}`,
                remedy: isNote ? "it may still have work to do" : "cancel it, or end it where its work is done",
                isNote,
              };
            });
          }

          // What is subscribed to by streams that are repeated themselves is told with these.
          repeated() {
            const groups = [...this.trace.groups.values()].filter(group => group.isRepeated);
            const cause = group => {
              const [only] = group.owners;
              return group.owners.size == 1 && only && only != group && only.isRepeated && only.most >= group.most ? only : null;
            };
            const along = new Map();
            for (const group of groups) {
              let root = group, next;
              const seen = new Set([group]);
              while ((next = cause(root)) && !seen.has(next)) seen.add(root = next);
              if (!along.has(root)) along.set(root, []);
              if (root != group) along.get(root).push(group.first.name);
            }
            for (const [group, others] of along) {
              const span = group.first;
              const causes = [...new Set([...group.owners].filter(owner => owner).map(owner => owner.first.name))];
              const promise = span.args.promise ?? "";
              this.add("subscribed-repeatedly", [span, group.second], {
                message: `${tick(span.name)} is subscribed to ${plural(group.most, "time")} at the same time`
                  + (group.subscribers.size > 0 ? `, by ${list([...group.subscribers])}`
                    : causes.length > 0 ? `, for values of ${list(causes)}` : "")
                  + (others.length > 0 ? `; with it ${list(others)}` : ""),
                time: group.second.time,
                remedy: group.subscribers.size == 0 && causes.length > 0
                  ? "share it? `share()` behind the operator that makes it, such as `flatMap`, lets each value make one"
                  : promise.includes("Single")
                  ? "share it? `shareReplay()` does the work once and keeps the promise `Single`, which `share()` loses"
                  : promise.includes("Maybe") || promise.includes("Completable")
                  ? `share it? \`share()\` does the work once and keeps the promise \`${promise}\``
                  : "share it? `share()` does the work once and promises `Shared`; "
                    + "`share(replay: 1)` gives late subscribers the last value",
              });
            }
          }

          // One finding for the streams of one name and line.
          each(id, spans, isFound, text) {
            const found = new Map();
            for (const span of spans) {
              if (!isFound(span)) continue;
              if (!found.has(span.group)) found.set(span.group, []);
              found.get(span.group).push(span);
            }
            for (const all of found.values()) this.add(id, all, text(all));
          }

          add(id, spans, { message, remedy, time, isNote }) {
            this.all.push({
              id, isNote: isNote ?? false, name: spans[0].name, source: spans[0].source, time: time ?? spans[0].time,
              message, remedy, spans: spans.map(span => span.id),
            });
          }

          duration(time) { return duration(time, this.trace); }
        }

        """#

    /// The functions that write names, counts and times in findings.
    static let words = #"""
        const bounded = number => Math.min(Math.max(Number(number) || 0, 0), 1e15);
        // The operators that make a stream for a value.
        const counted = number => Math.trunc(Math.min(bounded(number), 1e9));
        const isOpen = span => span != null && !span.end;
        const isSilent = span => isOpen(span) && span.values == 0;
        const tick = name => "`" + name + "`";
        const sum = (all, key) => all.reduce((total, one) => total + one[key], 0);
        const plural = (count, word) => `${count} ${word}${count == 1 ? "" : "s"}`;
        const times = count => count > 1 ? ` (${count} times)` : "";
        const list = names => {
          const shown = names.length > 4 ? names.slice(0, 3) : names;
          const words = shown.map(tick);
          if (names.length > 4) words.push(`${names.length - 3} others`);
          return words.length > 1 ? words.slice(0, -1).join(", ") + " and " + words.at(-1) : words[0];
        };
        // A time since the start: in units where it is virtual, with few digits elsewhere.
        const duration = (time, trace) => {
          const digits = (value, places) => String(Math.round(value * 10 ** places) / 10 ** places);
          if (trace.unit) return digits(time / trace.unit, 2) + " units";
          if (time < 1000) return digits(time, 0) + " µs";
          return time < 1000000 ? digits(time / 1000, 1) + " ms" : digits(time / 1000000, 2) + " s";
        };

        """#
}
