extension PagePart {
    /// The style of the page, in light and in dark.
    static let style = #"""
        :root {
          color-scheme: light dark;
          --text: light-dark(#1d2128, #e7e9ee); --faint: light-dark(#5c6470, #9aa3b2);
          --page: light-dark(#f6f6f3, #14161a); --card: light-dark(#ffffff, #1c1f25);
          --line: light-dark(#dcdfe4, #333842); --stripe: light-dark(#f0f3fb, #262c3a);
          --accent: light-dark(#3157d5, #8aa8ff); --bad: light-dark(#b3261e, #ff8a80);
          --warn: light-dark(#a05a00, #f5b95f); --good: light-dark(#1a7544, #6fd49b);
          --thread0: light-dark(#3157d5, #8aa8ff); --thread1: light-dark(#b4530a, #ffb168);
          --thread2: light-dark(#0f766e, #5fd3c8); --thread3: light-dark(#9d2a78, #f39ad4);
          --thread4: light-dark(#5b6472, #b8c0cc); --thread5: light-dark(#6a5a00, #dccb5d);
          --thread6: light-dark(#6b3fc4, #c1a5ff); --thread7: light-dark(#1a7544, #7ddca4);
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
          margin: 0; padding: 1.25rem clamp(.75rem, 2.5vw, 2.25rem) 2rem; background: var(--page); color: var(--text);
          font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
        }
        code, .name, .where, .place { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
        code { font-size: .93em; }
        header { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem 1rem; margin-bottom: 1.25rem; }
        h1 { font-size: 1.35rem; line-height: 1.3; margin: 0; letter-spacing: -.01em; }
        h2 { font-size: 1rem; margin: 0 0 .6rem; }
        #facts { margin: 0; color: var(--faint); font-size: .87rem; flex: 1 1 14rem; }
        #live { font-size: .8rem; font-weight: 600; padding: .1rem .6rem; border-radius: 1rem; border: 1px solid var(--line); }
        #live.on { color: var(--good); border-color: currentColor; }
        #live.on::before { content: "●"; margin-inline-end: .4em; }
        button, .file { font: inherit; color: inherit; cursor: pointer; }
        .file, .tools button {
          border: 1px solid var(--line); background: var(--card); border-radius: .5rem; padding: .25rem .75rem; min-height: 2.1rem;
          font-size: .87rem; display: inline-flex; align-items: center; justify-content: center;
        }
        .tools button { min-width: 2.3rem; }
        .file:hover, .tools button:hover { border-color: var(--accent); }
        .file input { position: absolute; opacity: 0; width: 1px; height: 1px; }
        :focus-visible, .file:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
        #fault { background: var(--card); border-inline-start: 4px solid var(--bad); border-radius: .5rem; padding: .7rem 1rem; }
        section { margin-bottom: 1.4rem; }

        .findings {
          list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem;
          grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr));
        }
        .findings button {
          width: 100%; height: 100%; text-align: start; display: grid; gap: .1rem; align-content: start; background: var(--card);
          border: 1px solid var(--line); border-inline-start: 4px solid var(--tone); border-radius: .6rem; padding: .65rem .9rem;
        }
        .findings button:not(:disabled):hover { border-color: var(--accent); border-inline-start-color: var(--tone); }
        .findings button:disabled { cursor: default; color: inherit; }
        .findings li, .dot { --tone: var(--warn); }
        .findings :is(.failed, .waits, .missed-values, .not-started, .cancelled-early, .broken-promise),
        .dot:is(.failed, .waits, .missed-values, .not-started, .cancelled-early, .broken-promise) { --tone: var(--bad); }
        .findings .note, .dot.note { --tone: var(--faint); }
        #fold { margin-top: .6rem; }
        #fold[open] .findings { margin-top: .5rem; color: var(--text); }
        .message { font-weight: 600; }
        .message code { font-weight: 700; }
        .place { color: var(--faint); font-size: .78rem; }
        .remedy { font-size: .87rem; }
        .remedy::first-letter { text-transform: uppercase; }

        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-bottom: .6rem; }
        .tools label { font-size: .87rem; display: inline-flex; gap: .4rem; align-items: center; }
        .tools input[type=search] {
          font: inherit; font-size: .87rem; color: inherit; background: var(--card); border: 1px solid var(--line);
          border-radius: .5rem; padding: .25rem .6rem; min-height: 2.1rem; width: 12rem; max-width: 100%;
        }
        #threads { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem .9rem; margin: 0; padding: 0; font-size: .82rem;
          margin-inline-start: auto; }
        #threads li { display: inline-flex; align-items: center; gap: .4rem; }
        #threads b {
          width: 1.15rem; height: 1.15rem; border-radius: 50%; color: var(--card); font: 600 .68rem/1.15rem ui-monospace, monospace;
          text-align: center;
        }
        #frame {
          position: relative; overflow: auto; background: var(--card);
          border: 1px solid var(--line); border-radius: .6rem; touch-action: pan-x pan-y;
        }
        .space { position: relative; }
        #frame canvas { position: sticky; top: 0; left: 0; display: block; }
        .labels { position: sticky; left: 0; height: 0; z-index: 1; }
        .lane {
          position: absolute; inset-inline: 0; padding: 0 .6rem 0 calc(.75rem + var(--level) * .8rem); display: flex; flex-direction: column; justify-content: center;
          background: var(--card); border-inline-end: 1px solid var(--line); cursor: pointer; line-height: 1.25; overflow: hidden;
        }
        .lane.chosen { background: var(--stripe); }
        .lane::before {
          content: ""; position: absolute; inset-block: 0; inset-inline-start: .75rem; width: calc(var(--level) * .8rem);
          background: repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px .8rem);
        }
        .lane > * { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
        .name { font-size: .87rem; font-weight: 600; }
        .fold { display: inline-block; width: 1.1em; color: var(--faint); pointer-events: auto; }
        .where { font-size: .72rem; color: var(--faint); }
        .dot { position: absolute; inset-inline-start: 0; inset-block: 6px; width: 4px; border-radius: 0 2px 2px 0;
          background: var(--tone); }
        #tip {
          position: fixed; z-index: 3; max-width: min(26rem, calc(100vw - 16px)); background: var(--text); color: var(--page);
          border-radius: .5rem; padding: .45rem .7rem; font-size: .8rem; display: grid; pointer-events: none;
        }
        #chosen { border-top: 0; padding: .8rem .2rem 0; min-height: 5.5rem; }
        #chosen h3 { margin: 0 0 .4rem; font: 600 1rem ui-monospace, monospace; }
        #chosen h3 span { font-weight: 400; margin-inline-start: .8rem; }
        dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); gap: .45rem 1.5rem; margin: 0; }
        dt { color: var(--faint); font-size: .78rem; }
        dd { margin: 0; font-size: .87rem; }
        .link { border: 0; background: none; padding: 0; color: var(--accent); text-decoration: underline; }
        .faint { color: var(--faint); margin: 0 0 .4rem; font-size: .87rem; }
        details { font-size: .87rem; color: var(--faint); }
        summary { cursor: pointer; }
        details p { max-width: 46rem; }
        #drop { display: none; border: 2px dashed var(--line); border-radius: 1rem; padding: clamp(2rem, 9vh, 6rem) 1rem; text-align: center; }
        #drop p { margin: .4rem auto; max-width: 34rem; color: var(--faint); }
        .empty #drop { display: block; }
        .following #drop { display: none; }
        .empty main, .empty header .file { display: none; }
        .over { outline: 3px dashed var(--accent); outline-offset: -6px; }
        @media (max-width: 640px) {
          .lane { background: none; border: 0; justify-content: flex-start; flex-direction: row; align-items: baseline; gap: .5rem;
            padding-top: 4px; justify-content: start; pointer-events: none; border-top: 1px solid var(--line); }
          .lane.chosen { background: none; }
          .dot { inset-block: 8px auto; height: 16px; }
          #threads { margin-inline-start: 0; }
        }
        .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }

        """#
}
