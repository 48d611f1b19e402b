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
            this.each("failed", spans, span => !span.owner && span.failure != null, all => ({
              message: `${tick(all[0].name)} failed${times(all.length)}${all[0].failure == "" ? "" : `: ${all[0].failure}`}`,
              remedy: "handle it with `catch`, `retry` or `replaceError(with:)`, or in the completion of `sink`",
              time: all[0].end.time, isNote: true,
            }));
            this.waits(spans);
            this.notBegun(spans);
            this.cancelledEarly(spans);
            this.stopped(spans);
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
              const cause = isAsked ? leaves.find(leaf => this.trouble(leaf)) : null;
              if (!found.has(key)) found.set(key, { message, isAsked, cause, spans: [], count: 0 });
              const one = found.get(key);
              one.spans.push(span, ...leaves);
              one.count++;
              this.waiting.add(span);
            }
            for (const { message, isAsked, cause, spans, count } of found.values()) this.add("waits", spans, {
              message: message + times(count) + (cause ? `: ${this.trouble(cause).reason}` : ""),
              remedy: cause ? this.trouble(cause).remedy : isAsked ? "send it a value, or give it a first one with `prepend(…)`"
                : "its subscriber has to request values",
            });
          }

          // The reason for which a stream has sent nothing, and what to write, if the trace knows.
          trouble(span) {
            if (span.missed > 0) return {
              reason: `${plural(span.missed, "value")} ${span.missed == 1 ? "was" : "were"} sent while nobody was subscribed`,
              remedy: "subscribe first, or keep the latest value: `CurrentValueSubject`, `share(replay: 1)`",
            };
            if (span.start == "connect") return {
              reason: `${tick(span.name)} sends values only after \`connect()\``,
              remedy: "call `connect()`, or put `autoconnect()` behind the publisher",
            };
            return span.start == "runLoop" ? {
              reason: `${tick(span.name)} has a timer, which fires only where its run loop runs`,
              remedy: "run the run loop, or use `AnyPublisher.interval(_:scheduler:)` of `TraitsExtras` on a queue",
            } : null;
          }

          isLeft(span) { return isOpen(span) && !isOpen(span.owner) && !this.waiting.has(span); }

          notBegun(spans) {
            const text = all => {
              const { reason, remedy } = this.trouble(all[0]);
              return { message: `${tick(all[0].name)} has sent nothing${times(all.length)}: ${reason}`, remedy };
            };
            const isSilent = span => this.isLeft(span) && span.values == 0;
            this.each("missed-values", spans, span => isSilent(span) && span.missed > 0, text);
            this.each("not-started", spans, span => isSilent(span) && span.missed == 0 && span.start != null, text);
          }

          // Sinks whose cancellable went before a value came.
          cancelledEarly(spans) {
            const limit = Math.min(this.trace.unit ?? 16000, 16000);
            this.each("cancelled-early", spans, span => span.end?.args.end == "cancelled" && span.isKept && !span.owner
              && span.values == 0 && span.end.time - span.time < limit, all => {
              const { end, time } = all[0];
              return {
                message: `${tick(all[0].name)} was cancelled ${this.duration(Math.max(end.time - time, 0))} after its beginning`
                  + `${times(all.length)}, before its first value`,
                remedy: "keep its cancellable: `store(in:)` a set that lives as long as the values are needed",
                time: end.time,
              };
            });
          }

          // Values came regularly and then no more, for ten times the longest time between two of them.
          isStopped({ end, beat }) { return !end && beat.isRegular && this.trace.last - beat.last >= 10 * beat.longest; }

          stopped(spans) {
            const isFound = span => this.isStopped(span) && !span.children.some(child => this.isStopped(child));
            this.each("stopped", spans, isFound, all => {
              const { values, beat } = all[0];
              return {
                message: `${tick(all[0].name)} stopped${times(all.length)}: ${plural(values, "value")}, at most `
                  + `${this.duration(beat.longest)} apart, and none since ${this.duration(beat.last)}`,
                remedy: "look at its source: was it released, does its thread wait, or is its demand used up?",
                time: beat.last,
              };
            });
          }

          // A run that was killed, or still goes on, has open streams for that reason.
          neverEnded(spans) {
            const isNote = !this.trace.isComplete;
            const isLeft = span => this.isLeft(span) && !this.isStopped(span)
              && (span.values > 0 || span.missed == 0 && span.start == null);
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
        const counted = number => Math.trunc(Math.min(bounded(number), 1e9));
        // The condition under which a publisher begins to send values, by its type.
        const startOf = publisher => {
          const begins = type => {
            const at = publisher.indexOf(type);
            return at < 0 ? null : publisher.slice(0, at).endsWith("Autoconnect<");
          };
          const connected = ["Publishers.MakeConnectable<", "Publishers.Multicast<", "Timer.TimerPublisher"].map(begins);
          return connected.includes(false) ? "connect" : connected[2] ? "runLoop" : null;
        };
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
