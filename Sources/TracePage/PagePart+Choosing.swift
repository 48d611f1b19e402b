extension PagePart {
    /// Pointer, keys, and the selection.
    static let choosing = #"""
        // The lanes with a pointer and keys.
        class Timeline extends Drawing {
          constructor(frame, show) {
            super();
            this.frame = frame; this.show = show;
            this.canvas = frame.querySelector("canvas"); this.labels = frame.querySelector(".labels");
            this.space = frame.querySelector(".space");
            this.zoom = 1; this.isFitted = true; this.inSteps = false; this.query = ""; this.rows = []; this.selected = null;
            this.findings = new Map(); this.found = [];
            frame.addEventListener("scroll", () => this.draw(), { passive: true });
            new ResizeObserver(() => this.layout()).observe(frame);
            frame.addEventListener("wheel", event => {
              if (!event.ctrlKey && !event.metaKey) return;
              event.preventDefault();
              this.scale(Math.exp(-event.deltaY / 300), event.clientX - frame.getBoundingClientRect().left);
            }, { passive: false });
            const at = event => {
              const box = frame.getBoundingClientRect();
              return this.hit(event.clientX - box.left, event.clientY - box.top);
            };
            frame.addEventListener("pointermove", event => {
              if (event.pointerType == "touch") return;
              const hit = at(event);
              frame.style.cursor = hit ? "pointer" : "";
              this.show.tip(hit, event.clientX, event.clientY);
            });
            frame.addEventListener("pointerleave", () => this.show.tip(null));
            frame.addEventListener("click", event => {
              const label = event.target.closest("[data-row]");
              if (event.target.closest(".fold")) { this.fold(this.rows[label.dataset.row]); return; }
              const hit = label ? { row: this.rows[label.dataset.row], first: 0, count: 1 } : at(event);
              if (hit) this.select(hit.row, hit.first, hit.count > 1 ? hit : null);
            });
            frame.addEventListener("keydown", event => this.key(event));
          }

          hit(x, y) {
            if (!this.trace || y < Scale.axis || x < this.column) return null;
            const number = Math.floor((y - Scale.axis + this.frame.scrollTop) / this.rowHeight), row = this.rows[number];
            if (!row) return null;
            const time = place => this.time((place - this.column - Scale.margin + this.frame.scrollLeft) / this.zoom);
            const first = below(row.marks, time(x - 10), mark => mark.time);
            const end = below(row.marks, time(x + 10), mark => mark.time, true);
            let best = null;
            for (let at = first; at < Math.min(end, first + 400); at++) {
              const distance = Math.abs(this.x(row.marks[at].time) - x) - (row.marks[at].kind == "value" ? 2 : 0);
              if (distance <= 10 && (!best || distance < best.distance)) best = { row, first: at, distance };
            }
            if (best) best.count = this.next(row.marks, best.first, row.marks.length) - best.first;
            return best;
          }

          select(row, index, heap = null) {
            this.selected = { row, index };
            this.show.chosen(row, row.marks[index], heap);
            this.reveal();
          }

          fold(lane) {
            if (lane.children.length == 0) return;
            lane.isFolded = !lane.isFolded;
            this.refresh();
          }

          // Scrolls to what is chosen.
          reveal() {
            const { row, index } = this.selected, number = this.rows.indexOf(row), frame = this.frame;
            if (number < 0) return;
            const top = number * this.rowHeight;
            if (top < frame.scrollTop) frame.scrollTop = top;
            const bottom = top + Scale.axis + this.rowHeight - this.height;
            if (bottom > frame.scrollTop) frame.scrollTop = bottom;
            const x = this.x(row.marks[index].time);
            if (x < this.column + 12 || x > this.width - 24) frame.scrollLeft += x - this.column - (this.width - this.column) / 2;
            this.draw();
          }

          key(event) {
            if (event.altKey || event.ctrlKey || event.metaKey || this.rows.length == 0) return;
            const row = this.selected?.row ?? this.rows[0], number = Math.max(0, this.rows.indexOf(row));
            const index = this.selected?.index ?? -1, last = row.marks.length - 1;
            const near = lane => {
              const time = this.selected ? row.marks[index].time : 0;
              return Math.min(below(lane.marks, time, mark => mark.time), lane.marks.length - 1);
            };
            const go = to => { const lane = this.rows[Math.max(0, Math.min(to, this.rows.length - 1))]; this.select(lane, near(lane)); };
            switch (event.key) {
              case "ArrowRight": this.select(row, Math.min(index + 1, last)); break;
              case "ArrowLeft": this.select(row, Math.max(index - 1, 0)); break;
              case "Home": this.select(row, 0); break;
              case "End": this.select(row, last); break;
              case "ArrowDown": go(this.selected ? number + 1 : 0); break;
              case "ArrowUp": go(number - 1); break;
              case "PageDown": go(number + 10); break;
              case "PageUp": go(number - 10); break;
              case "Enter": case " ": this.fold(row); break;
              case "+": case "=": this.scale(1.6, this.selected ? this.x(row.marks[index].time) : undefined); break;
              case "-": this.scale(1 / 1.6, this.selected ? this.x(row.marks[index].time) : undefined); break;
              case "0": this.fitAll(); break;
              default: return;
            }
            event.preventDefault();
          }
        }

        """#
}
