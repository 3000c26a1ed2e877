extension HTMLPage {
  /// How the page looks: quiet, in light and dark, on a telephone and on paper too.
  package static let style = """
    :root { color-scheme: light dark; --ink: #1d2329; --soft: #55606a; --page: #fff; --card: #f5f6f7; --line: #d8dce0;
      --link: #0b5cad; --mark: #ffe9a8; --truth: #e8f0fa; --fact: #eef6ea; --intent: #fdf3e1; }
    @media (prefers-color-scheme: dark) { :root { --ink: #dfe4e8; --soft: #a3adb7; --page: #15191d; --card: #1e242a;
      --line: #3b454e; --link: #8ac0f7; --mark: #6b5310; --truth: #1c3148; --fact: #1f3323; --intent: #3d311a; } }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body { margin: 0; color: var(--ink); background: var(--page);
      font: 1rem/1.55 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    main:focus { outline: none; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--page); padding: .5rem 1rem; }
    nav { position: fixed; inset: 0 auto 0 0; width: 20rem; overflow: auto; padding: 1rem 1rem 3rem; background: var(--card);
      border-right: 1px solid var(--line); font-size: .875rem; line-height: 1.4; z-index: 2; }
    nav ul { list-style: none; margin: 0; padding-left: .9rem; }
    nav a { color: inherit; display: block; padding: .2rem 0; overflow-wrap: anywhere; }
    nav details { margin: 0; border: 0; padding: 0; background: none; }
    nav li { position: relative; }
    #page\\:menu li > a { margin-right: 2rem; }
    nav li > details > summary { position: absolute; top: 0; right: 0; width: 2rem; text-align: center; padding: .2rem 0; }
    nav li > details > summary::marker { content: "+"; }
    nav li > details[open] > summary::marker { content: "\\2212"; }
    #page\\:menu > summary { font-weight: 700; padding: .4rem 0; }
    #page\\:menu > ul { padding-left: 0; }
    #page\\:menu > ul > li { padding: .15rem 0; }
    #page\\:menu > ul > li > a { font-weight: 600; }
    .search label { font-weight: 700; display: block; margin-bottom: .25rem; }
    .search input { width: 100%; font: inherit; font-size: 1rem; padding: .4rem .6rem; color: var(--ink); background: var(--page);
      border: 1px solid var(--soft); border-radius: 6px; }
    .hint { color: var(--soft); font-size: .8rem; margin: .25rem 0 .5rem; }
    .hint:empty { display: none; }
    nav .found { padding: 0; }
    .found a { border-bottom: 1px solid var(--line); padding: .45rem .25rem; }
    .found strong, .found span { display: block; overflow-wrap: anywhere; }
    .found span { color: var(--soft); }
    mark { background: var(--mark); color: var(--ink); }
    main { margin-left: 20rem; padding: 2rem 2.5rem 6rem; max-width: 76rem; }
    h1, h2, h3, h4 { line-height: 1.3; margin: 2.2rem 0 .7rem; overflow-wrap: anywhere; text-wrap: pretty; }
    h1 { margin-top: 0; }
    h2 { border-bottom: 2px solid var(--line); padding-bottom: .3rem; margin-top: 3.5rem; }
    h3 { font-size: 1.25rem; }
    h4 { margin-top: 2.4rem; border-top: 1px solid var(--line); padding-top: 1.2rem; font-size: 1.08rem; }
    .id { font-size: .8rem; font-weight: 400; color: var(--soft); overflow-wrap: anywhere; }
    h2 .id, h3 .id, h4 .id { display: block; margin-top: .15rem; }
    .about { margin: 0 0 1rem; color: var(--soft); font-size: .9rem; }
    .about div { display: flex; flex-wrap: wrap; gap: 0 .5rem; }
    .about dd { margin: 0; overflow-wrap: anywhere; color: var(--ink); }
    .about code { overflow-wrap: anywhere; }
    a { color: var(--link); text-decoration: none; }
    a:hover, a:focus { text-decoration: underline; }
    i { font-style: italic; }
    b { font-weight: 600; }
    code, pre { font: .88em/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    code { overflow-wrap: anywhere; }
    pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .8rem;
      overflow: auto; max-height: 24rem; }
    p, li { text-wrap: pretty; overflow-wrap: break-word; }
    button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: 6px;
      padding: .35rem .8rem; cursor: pointer; }
    .scroll { overflow-x: auto; margin: .9rem 0 .4rem; }
    table { border-collapse: collapse; width: 100%; font-size: .95rem; }
    th { text-align: left; color: var(--soft); font-weight: 600; font-size: .85rem; }
    th, td { padding: .45rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    td { min-width: 5.5rem; overflow-wrap: break-word; }
    .rules { counter-reset: row; }
    .rules td:first-child { counter-increment: row; padding-left: 2.4rem; position: relative; }
    .rules td:first-child::before { content: counter(row) "."; position: absolute; left: .5rem; color: var(--soft); }
    .rules th { padding-left: 2.4rem; }
    td:first-child > code { font-size: .8rem; }
    .columns2 td:first-child { min-width: 9rem; }
    .columns4 td:first-child, .columns5 td:first-child { min-width: 11rem; }
    .columns4 td:nth-child(3) { min-width: 13rem; }
    .pairs th { width: 8.5rem; }
    tr:target, details:target { outline: 2px solid var(--link); outline-offset: -1px; }
    section:target > h2, section:target > h3, section:target > h4 { background: var(--card); }
    details { margin: .4rem 0; border: 1px solid var(--line); border-radius: 6px; padding: .35rem .8rem;
      background: var(--card); }
    details details { background: var(--page); }
    summary { cursor: pointer; font-size: .92rem; overflow-wrap: anywhere; }
    .formal { border: 0; background: none; padding: 0 0 0 .7rem; margin: 0 0 .9rem; color: var(--soft); }
    .formal summary { font-size: .85rem; }
    .formal ol { margin: .3rem 0; padding-left: 1.8rem; }
    .formal li { margin: .3rem 0; }
    details tr:last-child > * { border-bottom: 0; }
    figure { margin: 1.2rem 0; }
    figcaption { color: var(--soft); font-size: .85rem; margin-top: .3rem; }
    .diagram { overflow: auto; max-height: 40rem; border: 1px solid var(--line); border-radius: 6px; padding: 1rem; }
    .diagram svg { display: block; margin: 0 auto; height: auto; width: max(min(100%, var(--width)), calc(var(--width) * .72)); }
    .diagram text { fill: var(--ink); stroke: none; }
    .node polygon, .node ellipse, .node path { fill: var(--card); stroke: var(--soft); }
    .node.truth polygon { fill: var(--truth); }
    .node.fact ellipse, .node.state ellipse { fill: var(--fact); }
    .node.other ellipse { fill: none; stroke-dasharray: 4 2; }
    .node.intent polygon { fill: var(--intent); }
    .node.terminal ellipse { stroke-width: 2.5; }
    .node.start ellipse { fill: var(--ink); }
    .edge path { stroke: var(--soft); fill: none; }
    .edge polygon { fill: var(--soft); stroke: var(--soft); }
    [hidden] { display: none; }
    @media screen and (max-width: 60rem) {
      html { scroll-padding-top: 6.5rem; }
      nav { position: sticky; inset: 0 0 auto 0; width: auto; max-height: 100vh; border-right: 0; padding: .5rem 1rem;
        border-bottom: 1px solid var(--line); }
      .search { display: flex; align-items: center; gap: .6rem; flex-wrap: wrap; }
      .search[hidden] { display: none; }
      .search label { margin: 0; }
      .search input { width: auto; flex: 1; min-width: 0; }
      #page\\:keys { display: none; }
      .search .hint { width: 100%; margin: 0; }
      nav a { padding: .4rem 0; }
      nav li > details > summary { padding: .4rem 0; width: 2.5rem; }
      main { margin: 0; padding: 1rem; }
      h1 { font-size: 1.6rem; }
      h2 { margin-top: 2.5rem; }
      th, td { padding: .4rem .5rem; }
      .pairs, .pairs tbody, .pairs tr, .pairs th, .pairs td, .columns2, .columns2 tbody, .columns2 tr, .columns2 td,
      .columns3, .columns3 tbody, .columns3 tr, .columns3 td, .columns4, .columns4 tbody, .columns4 tr, .columns4 td,
      .columns5, .columns5 tbody, .columns5 tr, .columns5 td, .columns6, .columns6 tbody, .columns6 tr, .columns6 td {
        display: block; width: auto; }
      .columns2 thead, .columns3 thead, .columns4 thead, .columns5 thead, .columns6 thead { position: absolute; left: -99rem; }
      td[data-head]::before { content: attr(data-head); display: block; color: var(--soft); font-size: .8rem; }
      .columns6 td[data-head] { display: flex; gap: .5rem; }
      .columns6 td[data-head]::before { min-width: 5.5rem; flex: none; }
      .pairs th, .pairs td, .columns2 td, .columns3 td, .columns4 td, .columns5 td, .columns6 td { border: 0;
        padding: .15rem .3rem; }
      .columns2 td:first-child, .columns4 td:first-child, .columns4 td:nth-child(3), .columns5 td:first-child { min-width: 0; }
      .pairs tr, .columns2 tr, .columns3 tr, .columns4 tr, .columns5 tr, .columns6 tr { display: block;
        border-bottom: 1px solid var(--line); padding: .4rem 0; }
      td:empty { display: none; }
    }
    @media print {
      :root { color-scheme: light; --ink: #000; --soft: #444; --page: #fff; --card: #fff; --line: #bbb; --link: #000;
        --truth: #fff; --fact: #fff; --intent: #fff; }
      nav, .tools, .skip, details:not([open]) { display: none; }
      main { margin: 0; padding: 0; max-width: none; }
      html { font-size: 10pt; }
      h2 { break-before: page; }
      main > section:first-of-type > h2 { break-before: auto; }
      h1, h2, h3, h4 { break-after: avoid; break-inside: avoid; }
      tr, figure { break-inside: avoid; }
      .scroll, .diagram { overflow: visible; max-height: none; }
      .diagram svg { width: auto; max-width: 100%; max-height: 23cm; }
    }

    """
}
