extension PagePart {
    /// The page up to the style.
    static let head = #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Trace</title>
        <link rel="icon" href="data:,">
        <style>

        """#

    /// The page between the style and the script.
    static let body = #"""
        </style>
        </head>
        <body class="empty">
        <header>
        <h1 id="title">Trace</h1>
        <span id="live" role="status" hidden></span>
        <p id="facts"></p>
        <label class="file">Open a trace<input type="file" id="file" accept=".json,application/json"></label>
        </header>
        <p id="fault" role="alert" hidden></p>
        <div id="drop">
        <h2>Drop a trace here</h2>
        <p>Record one with <code>TRAITS_TRACE=run.json swift run</code>.</p>
        <p><label class="file" for="file">Choose a file</label></p>
        <p>The file stays on this machine.</p>
        </div>
        <main>
        <p class="tools"><input type="search" id="query" placeholder="Filter by name or file" aria-label="Filter by name or file"
          autocomplete="off" autocapitalize="off" spellcheck="false"></p>
        <section aria-labelledby="summary">
        <h2 id="summary" role="status"></h2>
        <ul id="findings" class="findings"></ul>
        <details id="fold" hidden><summary id="folded-count"></summary><ul id="folded" class="findings"></ul></details>
        </section>
        <section aria-label="Timeline">
        <div class="tools">
        <button type="button" id="out" aria-label="Zoom out" title="Zoom out">−</button>
        <button type="button" id="in" aria-label="Zoom in" title="Zoom in">+</button>
        <button type="button" id="all">Fit</button>
        <label><input type="checkbox" id="steps"> Space events evenly</label>
        <ul id="threads" aria-label="Threads"></ul>
        </div>
        <div id="frame" tabindex="0" role="application" aria-label="Events of all streams" aria-describedby="keys">
        <div class="space"><div class="labels"></div><canvas aria-hidden="true"></canvas></div>
        </div>
        <p id="said" role="status" aria-live="polite" class="spoken"></p>
        <div id="chosen"></div>
        </section>
        <details><summary>How to read it</summary>
        <p id="keys">Each lane is a stream, below the stream that subscribed to it. A circle is a value, its colour and its number
        the thread or queue, and ×3 above it means three values at one place. A bar is the finish, a cross a failure, a broken bar a cancellation, a small triangle below the line a request,
        a red triangle a broken promise, a dashed circle values that were dropped, a shaded box a delivery that took long. A dashed
        line hasn't ended. Arrow keys move between events and lanes, Enter hides what is in a lane, + and − zoom, 0 shows all. A wheel zooms with the control key.</p>
        </details>
        </main>
        <div id="tip" hidden></div>
        <script type="application/x-trace" id="lines">/*lines*/</script>
        <script>

        """#

    /// The end of the page, after the script.
    static let foot = #"""
        </script>
        </body>
        </html>

        """#
}
