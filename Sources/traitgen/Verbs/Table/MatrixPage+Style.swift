import TraitgenCore

extension MatrixPage {
    /// The colours follow the system. The table scrolls in its own frame, so that the page never scrolls sideways, and the head
    /// and the first column stay visible.
    static let style = """
        :root { color-scheme: light dark; --line: light-dark(#bbb, #555); --value: light-dark(#2a6fdb, #6ea8ff);
          --bad: light-dark(#b03023, #ff8a7a); --good: light-dark(#1a6e3c, #74d491); --faint: light-dark(#595959, #aaa); }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 1rem auto; max-width: 100rem; padding: 0 .75rem; }
        h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.2rem; }
        code { font: .92em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
        a { color: var(--value); }
        [hidden] { display: none !important; }
        #controls p, fieldset { margin: .5rem 0; }
        fieldset { border: 1px solid var(--line); border-radius: 4px; padding: .2rem .6rem .4rem; }
        fieldset label { display: inline-block; margin-right: .9rem; padding: .2rem 0; }
        input[type=search] { font: inherit; padding: .3rem .5rem; width: min(24rem, 100%); box-sizing: border-box; }
        button { font: inherit; padding: .25rem .7rem; margin: 0 .4rem .3rem 0; }
        #hint { color: var(--faint); font-size: .85rem; }
        #elsewhere { margin: .5rem 0; } #elsewhere ul { margin: 0; padding-left: 1.2rem; }
        .js #elsewhere h2 { font-size: 1rem; margin: 0; }
        #operators { overflow: auto; max-height: calc(100dvh - 2rem); border: 1px solid var(--line); }
        table { border-collapse: separate; border-spacing: 0; }
        .matrix { min-width: 100%; }
        .matrix > * > tr > * { border: 0 solid var(--line); border-width: 0 1px 1px 0; padding: .4rem .6rem;
          text-align: left; vertical-align: top; background-clip: padding-box; }
        .matrix > thead th { position: sticky; top: 0; background-color: Canvas; z-index: 2; white-space: nowrap; }
        .matrix > thead th:first-child { left: 0; z-index: 3; }
        .matrix > tbody > tr > th[scope=row] { position: sticky; left: 0; background-color: Canvas; z-index: 1;
          font-weight: normal; width: 14rem; min-width: 12rem; max-width: 14rem; }
        .matrix > tbody > tr > td { min-width: 6.5rem; max-width: 18rem; }
        .table > th { background: light-dark(#f3f3f3, #262626); color: var(--faint); font-size: .85rem; }
        .table > th span { position: sticky; left: .6rem; }
        .call { display: block; font-weight: 600; }
        .type, .others { display: block; font-size: .82rem; overflow-wrap: anywhere; }
        .others, summary { color: var(--faint); }
        .matrix th details { font-size: .82rem; } .matrix th p { margin: .2rem 0 0; }
        .rule { white-space: pre-wrap; }
        summary { cursor: pointer; }
        .yes, .if { color: var(--good); } .yes { font-weight: 600; }
        .no, .no summary { color: var(--bad); }
        .mark { font-weight: 700; }
        .remedy, .history { color: CanvasText; font-size: .85rem; margin: .3rem 0 0; }
        .history th { font-weight: normal; text-align: left; padding-right: .5rem; }
        .history td { padding: 0; vertical-align: middle; }
        .history caption { font-size: .75rem; color: var(--faint); text-align: left; }
        .seen { outline: 1px dashed var(--line); outline-offset: 2px; }
        .trait td { padding: .1rem 1rem .1rem 0; vertical-align: middle; }
        .hit > th[scope=row] { box-shadow: inset 4px 0 var(--value); }
        :target > th[scope=row] { background: light-dark(#fff6d6, #3a3212) !important; }
        svg { display: block; overflow: visible; }
        svg line, svg path { stroke: CanvasText; stroke-width: 1.5; fill: none; }
        svg circle { fill: var(--value); }
        svg text { fill: Canvas; font: 600 10px ui-monospace, monospace; text-anchor: middle; }
        svg .x { stroke: var(--bad); stroke-width: 2; } svg .end { stroke-width: 2.5; }
        @media (max-width: 640px) {
          body { padding: 0 .5rem; }
          .matrix > tbody > tr > th[scope=row] { width: 7rem; min-width: 7rem; max-width: 7rem; }
          .matrix > tbody > tr > td { min-width: 5.5rem; }
          .matrix { min-width: 100%; }
        .matrix > * > tr > * { padding: .3rem .4rem; }
          .chosen [data-trait]:not(.on) { display: none; }
          .trait, .trait tbody, .trait tr, .trait td { display: block; }
        }
        @media print { #operators { max-height: none; overflow: visible; border: 0; } #controls { display: none; } }
        """
}
