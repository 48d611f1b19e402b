extension PagePart {
    /// The content of a trace: subscriptions, threads, and lanes of subscriptions.
    static let trace = #"""
        "use strict";
        // The content of a trace. Nothing here draws, and `traitgen trace` computes the same findings: a test compares the two.
        class Trace {
          constructor() {
            this.title = ""; this.unit = null; this.started = "";
            this.threads = new Map(); this.spans = new Map(); this.groups = new Map();
            this.first = Infinity; this.last = 0; this.lost = 0; this.lostAt = 0; this.count = 0; this.lines = 0;
            this.isComplete = false; this.version = null; this.cut = null; this.fault = null;
            this.works = new Map();
            this.roots = { children: [], lanes: new Map(), depth: -1 };
          }

          // One line of the file. A line that can't be read is a fault, unless it is the last: a program that was killed leaves
          // such a line.
          read(line) {
            this.lines++;
            let text = line.trim();
            if (text == "" || this.fault) return;
            if (this.cut) {
              this.fault = `${this.cut} What follows is left out. A trace has one event a line: remove the line, or record it again.`;
              return;
            }
            if (text.startsWith("[")) text = text.slice(1);
            if (text.endsWith("]")) { this.isComplete = true; text = text.slice(0, -1); }
            if (text.endsWith(",")) text = text.slice(0, -1);
            if (text == "" || text == "{}") return;
            let event;
            try { event = JSON.parse(text); } catch { this.cut = `Line ${this.lines} is no JSON.`; return; }
            if (typeof event != "object" || event === null || typeof event.ph != "string") {
              this.cut = `Line ${this.lines} is no event.`; return;
            }
            this.add(event);
          }

          // The fault of a file that has been read to its end.
          get problem() {
            if (this.fault) return this.fault;
            if (this.lines > 0 && this.version == null)
              return "The file has no header `trait_streams`, so it is no trace of streams. "
                + "Record one with `TRAITS_TRACE=run.json swift run`.";
            return this.version > 1 ? `The trace has version ${this.version} of its format, and this page knows version 1.` : "";
          }

          add(event) {
            const args = event.args ?? {}, time = bounded(event.ts), lasts = bounded(event.dur);
            if (event.ph == "M") {
              if (event.name == "process_name") this.title = args.name ?? "";
              if (event.name == "thread_name") this.thread(event.tid).name = args.name ?? "";
              if (event.name == "trait_streams") {
                this.version = args.version ?? 1; this.started = args.started ?? "";
                if (args.clock == "virtual") this.unit = bounded(args.unit) >= 1 ? bounded(args.unit) : 1000;
              }
              return;
            }
            this.count++;
            this.first = Math.min(this.first, time);
            this.last = Math.max(this.last, time + lasts);
            if (event.ph == "i" && event.name == "lost") {
              if (this.lost == 0) this.lostAt = time;
              this.lost += counted(args.count);
              return;
            }
            if (event.ph == "b") { this.begin(event, args, time); return; }
            const span = this.spans.get(event.ph == "X" ? args.id : event.id);
            if (!span) return;
            const mark = { time, tid: event.tid, span, kind: event.name, args };
            if (event.ph == "X") {
              mark.kind = "delivery"; mark.duration = lasts;
              if (args.main === true && mark.duration >= 16000) {
                span.slow++; span.slowest = Math.max(span.slowest, mark.duration);
                if (span.slow == 1) span.slowAt = time;
              }
            } else if (event.ph == "e") {
              if (span.end) return;
              mark.kind = "end"; span.end = mark;
              if (args.end == "failed") span.failure = args.failure ?? "";
              span.group.leave(span);
              span.lane.group.free.push(span.lane);
            } else if (event.name == "value") {
              const values = args.values == null ? 1 : counted(args.values);
              span.values += values;
              span.beat.add(time, values == 1);
              // A text that was cut or hidden says too little.
              span.latest = typeof args.value != "string" || args.value.includes("…") ? null : args.value;
            } else if (event.name == "request") {
              span.requests++;
            } else if (event.name == "dropped") {
              if (span.dropped == 0) span.droppedAt = time;
              span.dropped += counted(args.count);
            } else if (event.name == "buffered") {
              span.kept = counted(args.count); span.mostKept = Math.max(span.mostKept, span.kept);
            } else if (event.name == "broken") {
              span.broken ??= { promise: args.promise ?? "", history: args.history ?? "", time };
            } else {
              return;
            }
            this.put(mark);
          }

          begin(event, args, time) {
            if (this.spans.has(event.id)) return;
            const parent = this.spans.get(args.parent), owner = parent ?? this.spans.get(args.cause) ?? null;
            const span = {
              id: event.id, number: this.spans.size, name: event.name, source: args.source ?? "", args, owner, time,
              tid: event.tid, end: null, children: [], silentChildren: 0, sentChildren: 0, values: 0, requests: 0, dropped: 0, droppedAt: 0, kept: 0, mostKept: 0,
              missed: counted(args.missed), start: startOf(args.publisher ?? ""), beat: new Beat(), failure: null,
              isKept: /^(sink|assign)/.test(args.subscriber ?? ""), slow: 0, slowest: 0, slowAt: 0, broken: null, latest: null, object: args.object ?? null,
            };
            this.thread(event.tid);
            this.spans.set(span.id, span);
            owner?.children.push(span);
            const key = span.name + "\n" + span.source;
            span.group = this.groups.get(key);
            if (!span.group) this.groups.set(key, span.group = new Group(span, this.groups.size));
            span.work = owner ? this.work(owner, parent == null) : null;
            span.group.enter(span, parent != null);
            this.place(span, key);
            this.put({ time, tid: event.tid, span, kind: "begin", args });
          }

          // The purpose of a subscription inside of another: subscriptions of one group with the same work do the same thing. There is
          // no evidence without it, since the publishers that a function returns have the same line and different arguments.
          work(owner, isInValue) {
            if (isInValue && owner.latest == null) return null;
            const stream = owner.object != null ? "object " + owner.object : owner.work != null ? owner.group.number + " " + owner.work : null;
            if (stream == null) return null;
            if (!this.works.has(stream)) this.works.set(stream, this.works.size);
            return this.works.get(stream) + (isInValue ? "\n" + owner.latest : "");
          }

          thread(tid) {
            if (!this.threads.has(tid)) this.threads.set(tid, { tid, name: "", number: this.threads.size });
            return this.threads.get(tid);
          }

          // Streams of one name and line that follow each other share a lane; overlapping streams are below each other.
          place(span, key) {
            const parent = span.owner?.lane ?? this.roots;
            let group = parent.lanes.get(key);
            if (!group) {
              parent.lanes.set(key, group = { lanes: [], free: [] });
              parent.children.push(group);
            }
            let lane = group.free.pop();
            if (!lane) {
              lane = { name: span.name, source: span.source, group, parent: span.owner?.lane ?? null, depth: parent.depth + 1,
                children: [], lanes: new Map(), spans: [], marks: [] };
              group.lanes.push(lane);
              this.hasNewLanes = true;
            }
            lane.spans.push(span);
            span.lane = lane;
          }

          // Threads write in the order in which their events are taken, which may differ a little from that of time.
          put(mark) {
            const marks = mark.span.lane.marks;
            let at = marks.length;
            while (at > 0 && marks[at - 1].time > mark.time) at--;
            if (at == marks.length) marks.push(mark); else marks.splice(at, 0, mark);
          }
        }

        // The rhythm of a subscription's values.
        class Beat {
          constructor() { this.reset(0); }
          reset(time) { this.count = 0; this.first = this.last = time; this.longest = 0; }

          // A line that stands for several values begins the rhythm again: their times are unknown.
          add(time, isOne) {
            if (!isOne || this.count == 0) this.reset(time);
            if (this.count > 0) this.longest = Math.max(this.longest, time - this.last);
            this.last = Math.max(this.last, time);
            this.count++;
          }

          // Eight or more values came regularly, a millisecond or more apart.
          get isRegular() {
            const mean = (this.last - this.first) / Math.max(this.count - 1, 1);
            return this.count >= 8 && mean >= 1000 && this.longest <= 2 * mean;
          }
        }

        // The streams of one name and line.
        class Group {
          constructor(span, number) {
            this.first = span; this.number = number; this.open = new Map(); this.most = 1; this.owners = new Set(); this.subscribers = new Set();
          }

          // The subscriptions of one owner may do different work.
          enter(span, isSubscribed) {
            this.owners.add(span.owner?.group ?? null);
            if (isSubscribed) this.subscribers.add(span.owner.name);
            if (span.work == null) return;
            if (!this.open.has(span.work)) this.open.set(span.work, new Map());
            const open = this.open.get(span.work);
            open.set(span.owner, (open.get(span.owner) ?? 0) + 1);
            if (open.size <= this.most) return;
            this.most = open.size;
            this.second ??= span;
          }

          leave(span) {
            const open = this.open.get(span.work);
            if (!open) return;
            const count = open.get(span.owner) - 1;
            if (count > 0) open.set(span.owner, count); else open.delete(span.owner);
            if (open.size == 0) this.open.delete(span.work);
          }

          get isRepeated() { return this.most > 1 && this.first.object == null; }
        }

        """#
}
