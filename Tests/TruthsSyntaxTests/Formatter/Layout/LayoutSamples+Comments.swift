extension LayoutSamples {
  static let comments: [Sample] = [
    .init(
      "above, beside and below",
      """
      # file

      # pack
      pack p:   # beside
        # above
        version: 1 # close
        # end
        # column 0 belongs to what follows

      """),
    .init(
      "comments are indented as what they stand above",
      "truth t:\n # a\n   when: # b\n         # c\n   - intent: i\n# d\n   requires:\n     # e\n     - x # f\n",
      "truth t:\n  # a\n  when: # b\n    # c\n    - intent: i\n  # d\n  requires:\n    # e\n    - x # f\n"),
    .init(
      "at the end of a list, by their column",
      "truth t:\n  when:\n    - intent: i\n    # a\n\n    # b\n  # c\n  requires:\n    - x\n    # d\n  # e\n# f\n",
      "truth t:\n  when:\n    - intent: i\n    # a\n\n    # b\n  # c\n  requires:\n    - x\n    # d\n  # e\n\n# f\n"),
    .init(
      "above the next key where the list is not indented", "truth t:\n  when:\n  - intent: i\n  # a\n  requires:\n  - x\n",
      "truth t:\n  when:\n    - intent: i\n  # a\n  requires:\n    - x\n"),
    .init(
      "between a head and its value",
      "truth t:\n  summary: # a\n    # b\n    why\n  when:\n    - # c\n      # d\n      intent: i\n  requires:\n    - # e\n      x\n"
    ),
    .init(
      "in a list in brackets",
      "fact a.b:\n  key: [ # a\n    # b\n    x, # c\n    y\n    # d\n    , z # e\n    # f\n  ]\n  external: true\n",
      "fact a.b:\n  key: # a\n    # b\n    - x # c\n    - y\n    # d\n    - z # e\n    # f\n  external: true\n"),
    .init(
      "behind brackets", "fact a.b:\n  key: [x,y]   # a\n  fields: {x: text, y: text} # b\n  # c\n",
      "fact a.b:\n  key: [x, y]   # a\n  fields:\n    x: text\n    y: text # b\n  # c\n"),
    .init(
      "below one another they keep their column",
      "pack p:\n  version: '1'      # a\n  uses: [b]         # b\n  summary: very very very long # c\n",
      "pack p:\n  version: 1        # a\n  uses: [b]         # b\n  summary: very very very long # c\n"),
    .init(
      "alone they keep their distance", "pack p:\n     version: '1'   # a\n     summary: b\n",
      "pack p:\n  version: 1   # a\n  summary: b\n"),
    .init(
      "where the text grows into them, they move", "truth t:\n  when:\n    - intent: i\n  requires:\n    - a+b>1  # c\n",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - a + b > 1  # c\n"),
    .init(
      "behind the header of a block that becomes a line",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - >- # a\n      x\n      and y\n    # b\n    - z\n",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - x and y # a\n    # b\n    - z\n"),
    .init(
      "behind the header of a block that stays", "pack p:\n  summary: |- # a\n    x\n    # no comment\n  # b\n  version: 1\n"),
    .init("a hash inside a text is no comment", "pack p:\n  summary: \"a # b\"   # c#d\n  version: 1#2\n"),
    .init(
      "a comment as it was written", "pack p:\n  #no space\n  version: 1 #!  two  blanks\t \n",
      "pack p:\n  #no space\n  version: 1 #!  two  blanks\n"),
    .init(
      "commented-out declarations",
      "pack p:\n  version: 1\n\n#truth t:\n#  when:\n#    - intent: i\n\n# u\ntruth u:\n  when:\n    - intent: i\n"),
    .init("ignores", "# truths:ignore T6001 why\ntruth t:\n  when:\n    # truths:ignore T1007 why\n    - intent: i\n"),
  ]
}
