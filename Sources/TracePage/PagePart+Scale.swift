extension PagePart {
    /// The scale, which maps times to places.
    static let scale = #"""
        const isNarrow = matchMedia("(max-width: 640px)");
        const palette = {};
        const readPalette = () => {
          const probe = document.createElement("i");
          document.body.append(probe);
          const names = ["text", "faint", "line", "card", "stripe", "accent", "bad", "warn", "good",
            ...Array.from({ length: 8 }, (_, number) => `thread${number}`)];
          for (const name of names) {
            probe.style.color = `var(--${name})`;
            palette[name] = getComputedStyle(probe).color;
          }
          probe.remove();
        };

        // Where everything is.
        class Scale {
          get column() { return isNarrow.matches ? 0 : Math.min(300, Math.round(this.width * 0.26)); }
          get rowHeight() { return isNarrow.matches ? 62 : 40; }
          get baseline() { return isNarrow.matches ? 44 : 25; }
          static axis = 26;
          static margin = 22;

          open(trace) { this.trace = trace; this.selected = null; this.found = []; this.refresh(); }

          // After new events, another query or another scale.
          refresh() {
            const trace = this.trace, query = this.query.toLowerCase();
            this.rows = [];
            const fits = lane => !query || lane.name.toLowerCase().includes(query) || lane.source.toLowerCase().includes(query);
            const visit = (groups, depth) => {
              for (const { lanes } of groups) for (const lane of lanes) {
                const at = this.rows.length, isShown = fits(lane);
                this.rows.push(lane);
                lane.level = depth;
                if (!lane.isFolded || query) visit(lane.children, depth + 1);
                if (!isShown && this.rows.length == at + 1) this.rows.pop();
              }
            };
            visit([{ lanes: Listing.roots(trace, this.found) }], 0);
            const { first, last } = trace;
            this.start = first < last * 0.1 ? 0 : Math.min(first, last);
            this.findSteps();
            this.layout();
          }

          // Every moment at which something happens, for the scale that gives each the same room.
          findSteps() {
            if (!this.inSteps) return;
            const times = new Set([this.trace.last]);
            const visit = groups => {
              for (const { lanes } of groups) for (const lane of lanes) {
                for (const mark of lane.marks) times.add(mark.time);
                visit(lane.children);
              }
            };
            visit(this.trace.roots.children);
            this.steps = Float64Array.from(times).sort();
          }

          get length() { return this.inSteps ? Math.max(this.steps.length - 1, 1) : Math.max(this.trace.last - this.start, 1); }

          along(time) {
            if (!this.inSteps) return time - this.start;
            const at = Math.min(below(this.steps, time), this.steps.length - 1);
            if (at == 0 || this.steps[at] <= time) return at;
            return at - (this.steps[at] - time) / (this.steps[at] - this.steps[at - 1]);
          }

          time(along) {
            if (!this.inSteps) return along + this.start;
            const at = Math.max(0, Math.min(Math.floor(along), this.steps.length - 1));
            const next = this.steps[Math.min(at + 1, this.steps.length - 1)];
            return this.steps[at] + (next - this.steps[at]) * Math.max(0, along - at);
          }

          x(time) { return this.column + Scale.margin + this.along(time) * this.zoom - this.frame.scrollLeft; }

          layout() {
            this.frame.style.height = `min(62vh, ${Scale.axis + Math.max(this.rows.length, 3) * this.rowHeight + 24}px)`;
            this.width = this.frame.clientWidth;
            this.height = this.frame.clientHeight;
            if (!this.trace || this.width == 0) return;
            const room = this.width - this.column - 2 * Scale.margin - 8;
            this.fit = room / this.length;
            if (this.isFitted) this.zoom = this.inSteps ? Math.max(this.fit, 18) : this.fit;
            this.zoom = Math.max(Math.min(this.zoom, 8e6 / this.length, this.inSteps ? 200 : 40), this.fit);
            this.space.style.width = Math.max(this.width, this.column + 2 * Scale.margin + this.length * this.zoom) + "px";
            this.space.style.height = Scale.axis + this.rows.length * this.rowHeight + 8 + "px";
            this.labels.style.width = (this.column || this.width) + "px";
            const ratio = devicePixelRatio || 1;
            this.canvas.width = Math.round(this.width * ratio); this.canvas.height = Math.round(this.height * ratio);
            this.canvas.style.width = this.width + "px"; this.canvas.style.height = this.height + "px";
            this.draw();
          }

          // Keeps what is under a place where it is.
          scale(factor, place = this.column + (this.width - this.column) / 2) {
            if (!this.trace) return;
            const along = (place - this.column - Scale.margin + this.frame.scrollLeft) / this.zoom;
            this.isFitted = false;
            this.zoom *= factor;
            this.layout();
            if (this.zoom <= this.fit * 1.001) this.isFitted = true;
            this.frame.scrollLeft = along * this.zoom - (place - this.column - Scale.margin);
            this.draw();
          }

          fitAll() { this.isFitted = true; this.layout(); this.frame.scrollLeft = 0; }
        }

        // The index of the first element that isn't below a key, or is above it.
        const below = (list, key, of = value => value, orEqual = false) => {
          let low = 0, high = list.length;
          while (low < high) {
            const middle = (low + high) >> 1, value = of(list[middle]);
            if (value < key || (orEqual && value == key)) low = middle + 1; else high = middle;
          }
          return low;
        };
        const element = (name, className, text = "") => {
          const made = document.createElement(name);
          if (className) made.className = className;
          if (text) made.textContent = text;
          return made;
        };

        """#
}
