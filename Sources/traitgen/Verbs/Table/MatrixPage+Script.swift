import TraitgenCore

extension MatrixPage {
    /// The search, the filter, and an address for their result, such as `page.html#search=amb&keeps=SinglePublisher`.
    static let script = #"""
        "use strict";
        const find = id => document.getElementById(id);
        const form = find("controls"), search = find("search"), reasons = find("reasons");
        const matrix = document.querySelector(".matrix");
        const boxes = [...form.elements.keeps.length ? form.elements.keeps : [form.elements.keeps]];
        const rows = [...matrix.querySelectorAll("tr[data-search]")];
        const others = [...document.querySelectorAll("#elsewhere li")];
        document.documentElement.classList.add("js");
        form.hidden = false;

        // A name is found by the beginning of any of its words: `latest` finds `flatMapLatest`.
        const names = element => element.dataset.search.split("|");
        const base = name => name.replace(/[(<].*/, "").replace(/^.*\./, "").toLowerCase();
        const startsWord = (name, query) => {
          const text = name.toLowerCase();
          for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + 1))
            if (at == 0 || !/[a-z0-9]/i.test(name[at - 1]) || (/[A-Z]/.test(name[at]) && /[a-z0-9]/.test(name[at - 1])))
              return true;
          return false;
        };
        // Letters that are wrong, missing, added or swapped with a neighbour.
        const slips = (left, right) => {
          let above = [], before = Array.from({ length: right.length + 1 }, (_, column) => column);
          for (let row = 1; row <= left.length; row++) {
            const line = [row];
            for (let column = 1; column <= right.length; column++) {
              const [one, other] = [left[row - 1], right[column - 1]];
              line[column] = Math.min(line[column - 1] + 1, before[column] + 1,
                before[column - 1] + (one == other ? 0 : 1));
              if (row > 1 && column > 1 && one == right[column - 2] && other == left[row - 2])
                line[column] = Math.min(line[column], above[column - 2] + 1);
            }
            [above, before] = [before, line];
          }
          return before[right.length];
        };
        const ways = [
          startsWord,
          (name, query) => name.toLowerCase().includes(query),
          (name, query) => query.length > 3 && slips(base(name), query) <= query.length / 4,
        ];
        // The first way that finds anything, among rows and names of other libraries together.
        const way = query => ways.find(way => [...rows, ...others].some(row => names(row).some(name => way(name, query))));

        function show() {
          const query = search.value.trim().toLowerCase();
          const keeps = boxes.filter(box => box.checked).map(box => box.value);
          const matches = query ? way(query) ?? (() => false) : () => true;
          const fits = element => names(element).some(name => matches(name, query));
          let count = 0;
          for (const row of rows) {
            const kept = row.dataset.keeps.split(" ");
            row.hidden = !(fits(row) && keeps.every(trait => kept.includes(trait)));
            row.classList.toggle("hit", query != "" && names(row).some(name => base(name) == query));
            if (!row.hidden) count++;
          }
          for (const body of matrix.tBodies)
            body.hidden = ![...body.rows].some(row => row.dataset.search != undefined && !row.hidden);
          let elsewhere = 0;
          for (const item of others) {
            item.hidden = !(query && fits(item));
            if (!item.hidden) elsewhere++;
          }
          if (find("elsewhere")) find("elsewhere").hidden = elsewhere == 0;
          find("operators").hidden = count == 0;
          find("nothing").hidden = count + elsewhere > 0;
          matrix.classList.toggle("chosen", keeps.length > 0);
          for (const cell of matrix.querySelectorAll("[data-trait]"))
            cell.classList.toggle("on", keeps.includes(cell.dataset.trait));
          find("count").textContent = `${count} of ${rows.length} operators`
            + (elsewhere ? `, ${elsewhere} other ${elsewhere == 1 ? "form" : "forms"}` : "");
        }

        function explain(all) {
          reasons.setAttribute("aria-pressed", all);
          reasons.textContent = all ? "Hide all reasons" : "Show all reasons";
          for (const details of matrix.querySelectorAll("details")) details.open = all;
        }

        function remember() {
          const state = new URLSearchParams();
          if (search.value.trim()) state.set("search", search.value.trim());
          const keeps = boxes.filter(box => box.checked).map(box => box.value);
          if (keeps.length) state.set("keeps", keeps.join(" "));
          try { history.replaceState(null, "", "#" + state); } catch { /* a page without an address */ }
        }

        function recall() {
          const state = new URLSearchParams(location.hash.slice(1));
          if (state.has("search") || state.has("keeps")) {
            search.value = state.get("search") ?? "";
            const keeps = (state.get("keeps") ?? "").split(" ");
            for (const box of boxes) box.checked = keeps.includes(box.value);
            if (state.has("reasons")) explain(true);
          }
          show();
        }

        form.addEventListener("submit", event => event.preventDefault());
        form.addEventListener("input", () => { show(); remember(); });
        form.addEventListener("reset", () => setTimeout(() => { show(); remember(); }));
        reasons.addEventListener("click", () => explain(reasons.getAttribute("aria-pressed") != "true"));
        addEventListener("hashchange", recall);
        recall();
        """#
}
