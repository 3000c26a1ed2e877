extension HTMLHandbook {
  /// How the page looks: quiet, in light and dark, on paper too.
  static let style = """
    :root { color-scheme: light dark; --ink: #1d2329; --soft: #5b6670; --page: #fff; --card: #f5f6f7; --line: #d8dce0;
      --link: #0b5cad; --truth: #e8f0fa; --fact: #eef6ea; --intent: #fdf3e1; }
    @media (prefers-color-scheme: dark) { :root { --ink: #dfe4e8; --soft: #9aa5af; --page: #15191d; --card: #1e242a;
      --line: #363f47; --link: #7db7f2; --truth: #1c3148; --fact: #1f3323; --intent: #3d311a; } }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body { margin: 0; color: var(--ink); background: var(--page);
      font: 16px/1.55 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
    nav { position: fixed; inset: 0 auto 0 0; width: 19rem; overflow: auto; padding: 1.25rem 1rem 3rem; background: var(--card);
      border-right: 1px solid var(--line); font-size: .85rem; }
    nav ul { list-style: none; margin: 0; padding-left: .8rem; }
    nav > ul { padding-left: 0; }
    nav > ul > li { margin-top: .6rem; font-weight: 600; }
    nav > ul > li > ul { font-weight: 400; }
    nav a { color: inherit; display: block; padding: .08rem 0; overflow-wrap: anywhere; }
    nav .title { font-weight: 700; font-size: 1.1rem; margin: 0; }
    main { margin-left: 19rem; padding: 2rem 2.5rem 6rem; max-width: 76rem; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 2.2rem 0 .7rem; overflow-wrap: anywhere; }
    h1 { margin-top: 0; }
    h2 { border-bottom: 2px solid var(--line); padding-bottom: .3rem; margin-top: 3.5rem; }
    h4 { margin-top: 2.4rem; border-top: 1px solid var(--line); padding-top: 1.2rem; }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    code, pre { font: .88em/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    code { overflow-wrap: break-word; }
    pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .8rem;
      overflow: auto; max-height: 24rem; }
    .scroll { overflow-x: auto; margin: .9rem 0; }
    table { border-collapse: collapse; width: 100%; font-size: .93rem; }
    th { text-align: left; color: var(--soft); font-weight: 600; font-size: .82rem; }
    th, td { padding: .45rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    td { min-width: 5.5rem; }
    section > .scroll > table.columns2 td:last-child { width: 42%; }
    tr:target, details:target { outline: 2px solid var(--link); outline-offset: -1px; }
    details { margin: .4rem 0; border: 1px solid var(--line); border-radius: 6px; padding: .35rem .8rem;
      background: var(--card); }
    summary { cursor: pointer; font-size: .9rem; }
    details td:first-child { width: 8rem; color: var(--soft); }
    details tr:last-child td { border-bottom: 0; }
    figure { margin: 1.2rem 0; }
    figcaption { color: var(--soft); font-size: .82rem; margin-top: .3rem; }
    .diagram { overflow: auto; border: 1px solid var(--line); border-radius: 6px; padding: 1rem; }
    .diagram svg { display: block; max-width: none; height: auto; }
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
    @media (max-width: 60rem) { nav { position: static; width: auto; border-right: 0; } main { margin: 0; padding: 1rem; } }
    @media print { nav { position: static; width: auto; border: 0; background: none; }
      main { margin: 0; padding: 0; max-width: none; }
      body { font-size: 10pt; } h2 { break-before: page; } tr, .diagram { break-inside: avoid; } .diagram svg { max-width: 100%; }
      details::details-content { content-visibility: visible; display: block; } }

    """
}
