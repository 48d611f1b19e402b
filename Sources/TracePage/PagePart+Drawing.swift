extension PagePart {
    /// Marbles on a canvas, and names beside them.
    static let drawing = #"""
        // The lanes: names in the document, marbles on a canvas, both of what is in sight alone.
        class Drawing extends Scale {
          draw() {
            if (!this.trace || this.width == 0) return;
            const first = Math.max(0, Math.floor((this.frame.scrollTop - Scale.axis) / this.rowHeight));
            const end = Math.min(this.rows.length, Math.ceil((this.frame.scrollTop + this.height) / this.rowHeight));
            this.writeLabels(first, end);
            const pen = this.canvas.getContext("2d"), ratio = this.canvas.width / this.width;
            pen.setTransform(ratio, 0, 0, ratio, 0, 0);
            pen.clearRect(0, 0, this.width, this.height);
            pen.textBaseline = "middle";
            const ticks = this.ticks();
            pen.strokeStyle = palette.line; pen.lineWidth = 1; pen.globalAlpha = 0.6;
            for (const { x } of ticks) { pen.beginPath(); pen.moveTo(x, Scale.axis); pen.lineTo(x, this.height); pen.stroke(); }
            pen.globalAlpha = 1;
            for (let number = first; number < end; number++) this.drawLane(pen, this.rows[number], this.top(number));
            pen.fillStyle = palette.card; pen.fillRect(0, 0, this.width, Scale.axis);
            pen.strokeStyle = palette.line; pen.beginPath(); pen.moveTo(0, Scale.axis - 0.5);
            pen.lineTo(this.width, Scale.axis - 0.5); pen.stroke();
            pen.fillStyle = palette.faint; pen.font = "11px system-ui, sans-serif"; pen.textAlign = "center";
            for (const { x, text } of ticks) if (x > this.column + 8) pen.fillText(text, x, Scale.axis / 2);
          }

          top(number) { return Scale.axis + number * this.rowHeight - this.frame.scrollTop; }

          ticks() {
            const ticks = [], left = this.frame.scrollLeft - Scale.margin;
            const from = Math.max(0, left / this.zoom), to = Math.min(this.length, (left + this.width - this.column) / this.zoom);
            let step = 92 / this.zoom;
            const power = 10 ** Math.floor(Math.log10(step));
            step = power * [1, 2, 5, 10].find(factor => factor * power >= step);
            if (this.inSteps) step = Math.max(1, Math.round(step));
            // Round times, whatever the first of them is.
            const zero = this.inSteps ? 0 : this.start;
            for (let at = Math.ceil((from + zero) / step) * step - zero; at <= to; at += step) {
              ticks.push({ x: this.column - left + at * this.zoom, text: at + zero < 1e-9 ? "0" : duration(this.time(at), this.trace) });
            }
            return ticks;
          }

          drawLane(pen, lane, top) {
            const y = top + this.baseline, right = this.width;
            if (this.selected?.row == lane) { pen.fillStyle = palette.stripe; pen.fillRect(0, top, right, this.rowHeight); }
            pen.save();
            pen.beginPath(); pen.rect(this.column, Scale.axis, right - this.column, this.height); pen.clip();
            const from = this.time((this.frame.scrollLeft - Scale.margin - 30) / this.zoom);
            const to = this.time((this.frame.scrollLeft + right - this.column) / this.zoom + 1);
            // Spans of a lane follow each other.
            let number = Math.max(0, below(lane.spans, from, span => span.time) - 1), drawn = -Infinity;
            for (; number < lane.spans.length && lane.spans[number].time <= to; number++) {
              const span = lane.spans[number], start = this.x(span.time);
              const end = span.end ? this.x(span.end.time) : this.x(this.trace.last);
              if (end < drawn + 0.5) continue;
              drawn = end;
              pen.strokeStyle = palette.faint; pen.lineWidth = 1.5;
              pen.setLineDash(span.end ? [] : [5, 4]);
              pen.beginPath(); pen.moveTo(start, y); pen.lineTo(span.end ? end : end + 12, y); pen.stroke();
              pen.setLineDash([]);
              if (!span.end) {
                pen.beginPath(); pen.moveTo(end + 9, y - 4); pen.lineTo(end + 14, y); pen.lineTo(end + 9, y + 4); pen.stroke();
                if (span.values == 0 && end - start > 120) {
                  const isCause = this.findings.get(lane) == "waits";
                  pen.fillStyle = isCause ? palette.bad : palette.faint; pen.font = `${isCause ? 600 : 400} 11px system-ui, sans-serif`;
                  pen.textAlign = "left"; pen.fillText("nothing sent", Math.max(start, this.column) + 12, y - 11);
                }
              }
            }
            this.drawMarks(pen, lane, y, from, to);
            pen.restore();
          }

          drawMarks(pen, lane, y, from, to) {
            const marks = lane.marks, limit = below(marks, to, mark => mark.time, true);
            const threads = this.trace.threads.size;
            // Events at one place are a heap, as high as there are many; a number above it counts its values.
            let counted = -Infinity;
            for (let at = below(marks, from, mark => mark.time); at < limit;) {
              const x = this.x(marks[at].time), next = this.next(marks, at, limit);
              if (next - at > 6) {
                pen.fillStyle = this.color(marks[at]);
                const height = Math.min(18, 5 + 2.2 * Math.log2(next - at));
                pen.fillRect(x - 2, y - height / 2, 4, height);
              } else {
                // Values are on top.
                const hasValue = marks.slice(at, next).some(mark => mark.kind == "value");
                for (let one = at; one < next; one++) {
                  const mark = marks[one], isBehind = hasValue && mark.kind == "end";
                  if (mark.kind != "value") this.drawMark(pen, mark, x + (isBehind ? 12 : 0), y, 0);
                }
                for (let one = at; one < next; one++)
                  if (marks[one].kind == "value") this.drawMark(pen, marks[one], x, y, threads, this.radius(marks, at, next, x));
              }
              const count = this.countOfValues(marks, at, next), width = count.length * 6.4;
              if (count && x - width / 2 > counted + 2) {
                pen.font = "600 10px ui-monospace, monospace"; pen.textAlign = "center"; pen.fillStyle = palette.text;
                pen.fillText(count, x, y - 16);
                counted = x + width / 2;
              }
              if (next - at <= 6) this.writeValue(pen, marks, at, next, x, y, count ? width / 2 : 0);
              at = next;
            }
            const chosen = this.selected?.row == lane && marks[this.selected.index];
            if (chosen) {
              pen.strokeStyle = palette.accent; pen.lineWidth = 2;
              pen.beginPath(); pen.arc(this.x(chosen.time), y, 11.5, 0, 7); pen.stroke();
            }
          }

          // How many values are at one place, if there are several.
          countOfValues(marks, at, end) {
            const most = 999;
            let count = 0;
            for (; at < end && count <= most; at++) if (marks[at].kind == "value") count++;
            return count < 2 ? "" : count > most ? `×${most}+` : `×${count}`;
          }

          // Values that are close to each other are small.
          radius(marks, at, end, x) {
            let room = 17;
            for (let other = at - 1; other >= Math.max(0, at - 6); other--)
              if (marks[other].kind == "value") { room = Math.min(room, x - this.x(marks[other].time)); break; }
            for (let other = end; other < Math.min(marks.length, end + 6); other++)
              if (marks[other].kind == "value") { room = Math.min(room, this.x(marks[other].time) - x); break; }
            return Math.max(2, (room - 1) / 2);
          }

          // Where the marks end that are drawn at the place of one.
          next(marks, at, limit) {
            const until = this.along(marks[at].time) + 2.5 / this.zoom;
            let step = 1;
            while (at + step < limit && this.along(marks[at + step].time) < until) step *= 2;
            let low = at + (step >> 1), high = Math.min(at + step, limit);
            while (low < high) {
              const middle = (low + high) >> 1;
              if (middle > at && this.along(marks[middle].time) >= until) high = middle; else low = middle + 1;
            }
            return Math.max(low, at + 1);
          }

          color(mark) { return palette[`thread${this.trace.thread(mark.tid).number % 8}`]; }

          drawMark(pen, mark, x, y, threads, radius) {
            const color = this.color(mark);
            pen.fillStyle = pen.strokeStyle = color; pen.lineWidth = 2;
            const stroke = (...lines) => {
              pen.beginPath();
              for (const [fromX, fromY, toX, toY] of lines) { pen.moveTo(x + fromX, y + fromY); pen.lineTo(x + toX, y + toY); }
              pen.stroke();
            };
            if (mark.kind == "value") {
              pen.beginPath(); pen.arc(x, y, radius, 0, 7); pen.fill();
              if (threads > 1 && radius > 6) {
                pen.fillStyle = palette.card; pen.font = "600 10px ui-monospace, monospace"; pen.textAlign = "center";
                pen.fillText(this.trace.thread(mark.tid).number + 1, x, y + 0.5);
              }
            } else if (mark.kind == "begin") {
              pen.beginPath(); pen.arc(x, y, 2.5, 0, 7); pen.fill();
            } else if (mark.kind == "end") {
              if (mark.args.end == "failed") {
                pen.strokeStyle = palette.bad; pen.lineWidth = 2.5; stroke([-5, -6, 5, 6], [-5, 6, 5, -6]);
              } else if (mark.args.end == "cancelled") {
                pen.strokeStyle = palette.faint; stroke([0, -7, 0, -2], [0, 2, 0, 7], [-4, 0, 4, 0]);
              } else { pen.lineWidth = 2.5; stroke([0, -9, 0, 9]); }
            } else if (mark.kind == "request") {
              pen.beginPath(); pen.moveTo(x, y + 9); pen.lineTo(x - 3.5, y + 15); pen.lineTo(x + 3.5, y + 15); pen.fill();
            } else if (mark.kind == "dropped") {
              pen.strokeStyle = palette.warn; pen.lineWidth = 1.5; pen.setLineDash([2, 2]);
              pen.beginPath(); pen.arc(x, y, 8, 0, 7); pen.stroke(); pen.setLineDash([]);
            } else if (mark.kind == "buffered") {
              pen.fillRect(x - 3, y - 8 - Math.min(8, mark.args.count ?? 0), 6, Math.min(8, mark.args.count ?? 0));
            } else if (mark.kind == "broken") {
              pen.fillStyle = palette.bad; pen.beginPath(); pen.moveTo(x, y - 9); pen.lineTo(x - 8, y + 6);
              pen.lineTo(x + 8, y + 6); pen.fill();
            } else if (mark.kind == "delivery") {
              pen.fillStyle = mark.args.main ? palette.warn : color; pen.globalAlpha = 0.35;
              pen.fillRect(x, y - 5, Math.max(2, this.x(mark.time + mark.duration) - x), 10); pen.globalAlpha = 1;
            }
          }

          // Values are written beside their marble where there is room.
          writeValue(pen, marks, at, end, x, y, besides) {
            const values = marks.slice(at, end).filter(mark => mark.kind == "value").map(mark => mark.args.value);
            const value = values.filter(value => value != null).join(", ");
            if (value == "") return;
            let next = end;
            while (next < marks.length && next < end + 6 && !["value", "begin"].includes(marks[next].kind)) next++;
            const room = Math.min(next < marks.length ? this.x(marks[next].time) : Infinity, this.width - 4) - x - 14 - besides;
            if (room < 14) return;
            pen.font = "11px ui-monospace, monospace"; pen.textAlign = "left"; pen.fillStyle = palette.text;
            let text = value.replace(/\s+/g, " ");
            const width = 6.7, most = Math.floor(Math.min(room, 220) / width);
            if (text.length > most) text = most < 3 ? "" : text.slice(0, most - 1).replace(/…+$/, "") + "…";
            const isEnd = marks.slice(at, end).some(mark => mark.kind == "end");
            if (text) pen.fillText(text, x + Math.max(isEnd ? 16 : 11, besides + 4), y - 11);
          }

          writeLabels(first, end) {
            const rows = [];
            for (let number = first; number < end; number++) {
              const lane = this.rows[number], row = document.createElement("div");
              row.className = "lane" + (this.selected?.row == lane ? " chosen" : "");
              row.dataset.row = number;
              row.style.top = Scale.axis + number * this.rowHeight + "px";
              row.style.height = this.rowHeight + "px";
              row.style.setProperty("--level", Math.min(lane.level, 12));
              const finding = this.findings.get(lane);
              const name = element("span", "name", lane.name);
              const more = [lane.source];
              if (lane.spans.length > 1) more.unshift(`× ${lane.spans.length}`);
              if (finding) row.append(element("span", "dot " + finding));
              if (lane.children.length > 0) {
                const fold = element("span", "fold", lane.isFolded ? "▸" : "▾");
                fold.title = lane.isFolded ? "Show what is in it" : "Hide what is in it";
                name.prepend(fold);
              }
              row.append(name, element("span", "where", more.filter(text => text).join(" · ")));
              rows.push(row);
            }
            this.labels.replaceChildren(...rows);
          }
        }

        """#
}
