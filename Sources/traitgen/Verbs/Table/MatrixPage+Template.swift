import TraitgenCore

extension MatrixPage {
    /// The layout of the page. Everything works without the script, which adds the search and the filter.
    static let template = #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Operators and promises: {{title}}</title>
        <style>
        {{{style}}}
        </style>
        </head>
        <body>
        <h1>Operators and promises</h1>
        <p>Which promises each operator keeps. Open a “no” to see why: the shortest history that breaks the promise, with
        inputs that keep it, and the operators that restore it. <a href="#reading">How to read the marbles</a>.</p>
        <form id="controls" role="search" aria-label="Operators" hidden>
        <p><label for="search">Search</label>
        <input id="search" type="search" autocomplete="off" autocapitalize="off" spellcheck="false"
          aria-describedby="hint">
        <span id="hint">by method, type, or the name in another library, such as <code>amb</code></span></p>
        <fieldset><legend>Keeps the promise</legend>
        {{#traits}}
        <label><input type="checkbox" name="keeps" value="{{name}}"> {{short}}</label>
        {{/traits}}
        </fieldset>
        <p><button type="button" id="reasons" aria-pressed="false">Show all reasons</button>
        <button type="reset">Show all operators</button>
        <span id="count" role="status"></span></p>
        </form>
        {{#hasElsewhere}}
        <section id="elsewhere" aria-label="Names in other libraries">
        <h2>Names in other libraries that have another form here</h2>
        <ul>
        {{#elsewhere}}
        <li data-search="{{search}}">{{#names}}<code>{{.}}</code> {{/names}}→ {{{html}}}</li>
        {{/elsewhere}}
        </ul>
        </section>
        {{/hasElsewhere}}
        <div id="operators" role="region" aria-label="The operators" tabindex="0">
        <table class="matrix">
        <thead><tr><th scope="col">operator</th>
        {{#traits}}
        <th scope="col" data-trait="{{name}}"><a href="#{{name}}">{{short}}</a></th>
        {{/traits}}
        </tr></thead>
        {{#tables}}
        <tbody>
        <tr class="table"><th scope="rowgroup" colspan="{{columns}}"><span>{{#module}}{{module}}, {{/module}}{{name}}</span></th></tr>
        {{#rows}}
        <tr id="{{id}}" data-search="{{search}}" data-keeps="{{keeps}}">
        <th scope="row">
        {{#calls}}
        <code class="call">{{{.}}}</code>
        {{/calls}}
        <span class="type">{{#link}}<a href="{{link}}">{{type}}</a>{{/link}}{{^link}}{{type}}{{/link}}</span>
        {{#hasOthers}}
        <span class="others">elsewhere: {{others}}</span>
        {{/hasOthers}}
        <details><summary>rule</summary><code class="rule">{{rules}}</code>{{#because}}<p>{{{because}}}</p>{{/because}}</details>
        </th>
        {{#cells}}
        {{#isAlways}}
        <td class="yes" data-trait="{{trait}}"><span class="mark" aria-hidden="true">✓</span> yes</td>
        {{/isAlways}}
        {{#condition}}
        <td class="if" data-trait="{{trait}}"><span class="mark" aria-hidden="true">✓</span> if {{{condition}}}</td>
        {{/condition}}
        {{#isUnknown}}
        <td class="unknown" data-trait="{{trait}}">not derived</td>
        {{/isUnknown}}
        {{#isNever}}
        <td class="no" data-trait="{{trait}}"><details><summary><span class="mark" aria-hidden="true">✗</span> no<span class="reason">, {{{reason}}}</span></summary>
        {{#hasLines}}
        <table class="history{{#isObserved}} seen{{/isObserved}}">{{#isObserved}}<caption>seen by the law tests</caption>{{/isObserved}}
        {{#lines}}
        <tr><th scope="row">{{name}}</th><td>{{{picture}}}</td></tr>
        {{/lines}}
        </table>
        {{/hasLines}}
        {{#remedy}}
        <p class="remedy">Restored by {{{remedy}}}</p>
        {{/remedy}}
        {{^remedy}}
        <p class="remedy">No operator restores it.</p>
        {{/remedy}}
        </details></td>
        {{/isNever}}
        {{/cells}}
        </tr>
        {{/rows}}
        </tbody>
        {{/tables}}
        </table>
        </div>
        <p id="nothing" hidden>No operator has such a name and keeps these promises.</p>
        <h2 id="reading">How to read the marbles</h2>
        <p>Time goes from left to right. A circle is a value, a bar the finish, a cross the failure. What stands in one
        column happens at one time. A line is time that passes, or none; where there is no line before an event, the event
        comes inside the call that subscribes. An arrow's head means that nothing more comes.</p>
        <p>“if <code>Upstream</code> is single” means: the operator keeps the promise if the publisher that it is called on
        keeps it. A generic parameter has the name that it has in the type.</p>
        <h2>The promises</h2>
        {{#traits}}
        <h3 id="{{name}}">{{name}}</h3>
        <table class="trait">
        {{#place}}
        <tr><td>every event arrives on <code>{{place}}</code></td></tr>
        {{/place}}
        {{#isShared}}
        <tr><td>each source is subscribed once at a time, however many subscribe</td></tr>
        {{/isShared}}
        {{#lines}}
        <tr><td>{{{picture}}}</td><td>{{meaning}}</td></tr>
        {{/lines}}
        </table>
        {{/traits}}
        <script>
        {{{script}}}
        </script>
        </body>
        </html>
        """#
}
