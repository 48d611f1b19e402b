extension PagePart {
    /// The page around the lanes: findings, details, files, and a running program.
    static let page = #"""
        // The page around the lanes.
        const find = id => document.getElementById(id);
        let trace = new Trace(), findings = [];
        const show = {
          tip(hit, x, y) {
            const tip = find("tip");
            tip.hidden = !hit;
            if (!hit) return;
            tip.replaceChildren(...summary(hit.row, hit.first, hit.count));
            const box = tip.getBoundingClientRect();
            tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
            tip.style.top = (y + 18 + box.height > innerHeight ? y - box.height - 12 : y + 18) + "px";
          },
          chosen(row, mark, heap) {
            find("chosen").replaceChildren(...details(row, mark, heap));
            find("said").textContent = [mark.span.name, ...words(mark)].join(", ");
          },
        };
        const timeline = new Timeline(find("frame"), show);

        // MARK: Words about an event

        const threadName = tid => {
          const { name, number } = trace.thread(tid);
          return `${number + 1}${name ? ` ${name}` : ""}`;
        };
        const amount = value => value === "unlimited" ? "unlimited" : value == null ? null : plural(value, "value");
        const headline = mark => ({
          begin: () => "subscribed", value: () => `value ${mark.args.value ?? ""}`,
          request: () => `asked for ${amount(mark.args.demand) ?? "values"}`,
          dropped: () => `dropped ${plural(mark.args.count ?? 0, "value")}`,
          buffered: () => `keeps ${plural(mark.args.count ?? 0, "value")}`,
          broken: () => `broke the promise ${mark.args.promise ?? ""}: ${mark.args.history ?? ""}`,
          delivery: () => `a delivery took ${duration(mark.duration, trace)}${mark.args.main ? " on the main thread" : ""}`,
          end: () => (mark.args.end ?? "ended") + (mark.args.failure ? `: ${mark.args.failure}` : ""),
        }[mark.kind]?.() ?? mark.kind);
        const demand = mark => amount(mark.args.outstanding);
        const words = mark => [
          headline(mark), `at ${duration(mark.time, trace)}`, demand(mark) ? `demand ${demand(mark)}` : "",
          `thread ${threadName(mark.tid)}`, mark.span.source,
        ].filter(text => text);

        const summary = (row, first, count) => {
          const mark = row.marks[first], title = element("strong", "", count > 6 ? `${count} events` : headline(mark));
          const others = row.marks.slice(first + 1, first + Math.min(count, 6)).map(headline);
          const lines = [title, element("span", "", [mark.span.name, ...words(mark).slice(1)].join(" · "))];
          if (count > 6) lines.push(element("span", "", `the first: ${headline(mark)}. Zoom in to tell them apart.`));
          else if (others.length > 0) lines.push(element("span", "", "also " + others.join("; ")));
          return lines;
        };

        const details = (row, mark, heap) => {
          const { span } = mark, { args } = span, list = element("dl");
          const say = (name, value) => {
            if (value == null || value === "") return;
            const pair = element("div");
            pair.append(element("dt", "", name), value instanceof Node ? value : element("dd", "", value));
            list.append(pair);
          };
          const above = element("dd");
          for (let owner = span.owner; owner; owner = owner.owner) {
            const button = element("button", "link", owner.name);
            button.type = "button";
            const { lane } = owner;
            button.onclick = () => timeline.select(lane, lane.marks.findIndex(mark => mark.span == owner));
            above.append(button, " ");
          }
          say("time", duration(mark.time, trace));
          say("demand left", demand(mark));
          say("thread", threadName(mark.tid));
          say("line", span.source);
          say("publisher", args.publisher);
          say("subscriber", args.subscriber);
          say("promise", args.promise && args.promise + (args.unchecked ? ", unchecked" : ""));
          say(args.parent ? "subscribed by" : "made in a value of", span.owner ? above : null);
          say("lives", `${duration(span.time, trace)} to ${span.end ? duration(span.end.time, trace) : "the end of the trace"}, `
            + `${plural(span.values, "value")}`);
          const title = element("h3", "", span.name);
          title.append(element("span", "", headline(mark)));
          return heap && heap.count > 1 ? [title, element("p", "faint", `with ${heap.count - 1} more at this place`), list]
            : [title, list];
        };

        // MARK: Findings and the rest of the page

        const inCode = text => text.split("`").map((part, number) => number % 2 ? element("code", "", part) : part);

        // Chooses the first event of a finding.
        const choose = finding => {
          const span = trace.spans.get(finding.spans[0]), { lane } = span;
          if (!timeline.rows.includes(lane)) {
            find("query").value = timeline.query = "";
            for (let above = lane.parent; above; above = above.parent) above.isFolded = false;
            timeline.refresh();
            listFindings();
          }
          const index = lane.marks.findIndex(mark => mark.span == span && mark.time >= finding.time);
          timeline.select(lane, Math.max(0, index));
          find("frame").scrollIntoView({ block: "nearest" });
        };

        const itemOf = finding => {
          const item = element("li", Listing.isMinor(finding) ? "note" : finding.id), button = element("button");
          button.type = "button";
          const title = element("span", "message");
          title.append(...inCode(finding.message));
          const since = (finding.source ? finding.source + " · " : "") + "at " + duration(finding.time, trace);
          const remedy = element("span", "remedy");
          remedy.append(...inCode(finding.remedy));
          button.append(title, element("span", "place", since), remedy);
          button.disabled = finding.spans.length == 0;
          button.onclick = () => choose(finding);
          item.append(button);
          return item;
        };

        // A list that is the same keeps its focus.
        const fill = (list, findings) => {
          const text = JSON.stringify(findings);
          if (list.dataset.shown == text) return;
          list.replaceChildren(...findings.map(itemOf));
          list.dataset.shown = text;
        };

        const listFindings = () => {
          const listing = new Listing(findings, timeline.query), fold = find("fold");
          fill(find("findings"), listing.shown);
          fold.hidden = listing.folded.length == 0;
          find("folded-count").textContent = listing.title;
          fill(find("folded"), fold.open ? listing.folded : []);
        };

        const showFindings = () => {
          timeline.found = findings = new Findings(trace).all;
          timeline.findings = new Map();
          for (const finding of findings) for (const id of finding.spans) {
            const { lane } = trace.spans.get(id);
            if (!timeline.findings.has(lane)) timeline.findings.set(lane, Listing.isMinor(finding) ? "note" : finding.id);
          }
          listFindings();
          const count = findings.filter(finding => !finding.isNote).length;
          const notes = findings.length - count;
          find("summary").textContent =
            count > 0 ? plural(count, "finding") : notes > 0 ? plural(notes, "note") : "No findings";
        };

        const showTrace = () => {
          document.body.classList.toggle("empty", trace.lines == 0);
          find("title").textContent = trace.title || "Trace";
          document.title = `${trace.title || "Trace"}: what its streams did`;
          const lasts = trace.count > 0 ? duration(trace.last - Math.min(trace.first, trace.last), trace) : "";
          find("facts").textContent = trace.count == 0 ? "" : [
            lasts, plural(trace.spans.size, "subscription"), plural(trace.count, "event"),
            trace.started.replace("T", " ").replace("Z", " UTC"),
          ].filter(text => text).join(" · ");
          const { problem } = trace;
          find("fault").replaceChildren(...inCode(problem));
          find("fault").hidden = !problem;
          find("threads").replaceChildren(...[...trace.threads.values()].map(thread => {
            const item = element("li", "", thread.name || `thread ${thread.tid}`);
            const marble = element("b", "", String(thread.number + 1));
            marble.style.background = `var(--thread${thread.number % 8})`;
            item.prepend(marble);
            return item;
          }));
          showFindings();
          timeline.refresh();
        };

        const start = () => {
          trace = new Trace();
          find("chosen").replaceChildren(element("p", "faint", "Point at an event, or choose one with the arrow keys."));
          timeline.open(trace);
        };

        const open = async file => {
          following?.close();
          find("live").hidden = true;
          start();
          const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
          let rest = "";
          for (;;) {
            const { value, done } = await reader.read();
            const lines = (rest + (value ?? "")).split("\n");
            rest = done ? "" : lines.pop();
            for (const line of lines) trace.read(line);
            if (done) break;
          }
          showTrace();
        };

        // MARK: A running program

        let following = null, isWaiting = false, pause = 100;
        const follow = address => {
          let hasSeen = false;
          following = new EventSource(address);
          following.onmessage = ({ data }) => {
            // A connection that is made again begins from the start.
            if (hasSeen && data.includes('"process_name"')) start();
            hasSeen = true;
            trace.read(data);
            if (isWaiting) return;
            isWaiting = true;
            setTimeout(() => {
              isWaiting = false;
              const began = performance.now();
              const { frame } = timeline, isAtEnd = frame.scrollLeft + frame.clientWidth >= frame.scrollWidth - 40;
              showTrace();
              if (isAtEnd && !timeline.selected) frame.scrollLeft = frame.scrollWidth;
              // A long trace is drawn less often.
              pause = Math.max(100, 5 * (performance.now() - began));
            }, pause);
          };
          const say = text => {
            find("live").hidden = false;
            find("live").textContent = text;
            find("live").classList.toggle("on", text == "live");
            document.body.classList.toggle("following", text == "live");
            if (trace.count == 0) find("facts").textContent = "No stream has done anything yet.";
          };
          following.onopen = () => say("live");
          following.onerror = () => {
            if (hasSeen) say("disconnected"); else if (following.readyState == 2) find("live").hidden = true;
          };
        };

        // MARK: Controls

        find("file").onchange = event => { if (event.target.files[0]) open(event.target.files[0]); };
        find("query").oninput = event => { timeline.query = event.target.value.trim(); timeline.refresh(); listFindings(); };
        find("fold").ontoggle = () => listFindings();
        find("in").onclick = () => timeline.scale(1.6);
        find("out").onclick = () => timeline.scale(1 / 1.6);
        find("all").onclick = () => timeline.fitAll();
        find("steps").onchange = event => {
          timeline.inSteps = event.target.checked; timeline.isFitted = true; timeline.frame.scrollLeft = 0; timeline.refresh();
        };
        addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
        addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("over"); });
        addEventListener("drop", event => {
          event.preventDefault();
          document.body.classList.remove("over");
          if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
        });
        matchMedia("(prefers-color-scheme: dark)").onchange = () => { readPalette(); timeline.draw(); };
        isNarrow.onchange = () => timeline.layout();

        readPalette();
        start();
        const embedded = find("lines").textContent.trim(), address = new URLSearchParams(location.search).get("live");
        if (embedded.startsWith("[") || embedded.startsWith("{")) {
          for (const line of embedded.split("\n")) trace.read(line);
        } else if (address != null || location.protocol.startsWith("http")) follow(address || "/events");
        showTrace();

        """#
}
