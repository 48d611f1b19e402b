extension PagePart {
    /// The choice of the findings and lanes that the first screen shows.
    static let listing = #"""
        // The findings that the page shows, and those that it folds: with many streams the first screen has the worst.
        class Listing {
          static most = 6;
          static manyLanes = 24;

          constructor(findings, query = "") {
            const text = query.toLowerCase();
            const fits = ({ message, source }) => `${message.replaceAll("`", "")} ${source}`.toLowerCase().includes(text);
            const found = findings.filter(fits), worst = found.filter(finding => !Listing.isMinor(finding));
            this.shown = worst.slice(0, Listing.most);
            this.folded = [...worst.slice(Listing.most), ...found.filter(Listing.isMinor)];
          }

          // A failure is a note, and matters all the same.
          static isMinor({ isNote, id }) { return isNote && id != "failed"; }

          // The words of the fold.
          get title() {
            const notes = this.folded.filter(Listing.isMinor).length, others = this.folded.length - notes;
            const words = [others > 0 ? `${others} more` : "", notes > 0 ? plural(notes, "note") : ""];
            return words.filter(text => text).join(" and ");
          }

          // The outermost lanes. Of many lanes, those with findings come first, the worst ahead.
          static roots(trace, findings) {
            const lanes = trace.roots.children.flatMap(group => group.lanes), ranks = new Map();
            if (lanes.length <= Listing.manyLanes) return lanes;
            findings.filter(finding => !Listing.isMinor(finding)).forEach(({ spans }, rank) => {
              for (const id of spans) {
                let { lane } = trace.spans.get(id);
                while (lane.parent) lane = lane.parent;
                if (!ranks.has(lane)) ranks.set(lane, rank);
              }
            });
            const rank = lane => ranks.get(lane) ?? findings.length;
            return lanes.sort((one, other) => rank(one) - rank(other));
          }
        }

        """#
}
