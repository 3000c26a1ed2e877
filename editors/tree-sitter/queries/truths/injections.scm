; Scalars that hold clauses, values and types: the grammar truths_clause reads them, and YAML the file around them.

; `truth placing:`
(document (block_node (block_mapping (block_mapping_pair
  key: (flow_node (plain_scalar (string_scalar) @injection.content)))))
  (#set! injection.language "truths_clause"))

; One behind its key.
((block_mapping_pair
  key: (flow_node) @_key
  value: [
    (flow_node [
      (plain_scalar (string_scalar) @injection.content)
      [(single_quote_scalar) (double_quote_scalar)] @injection.content
    ])
    (block_node (block_scalar) @injection.content)
  ])
  (#any-of? @_key "rule" "if" "value" "default" "type" "output" "fact" "grid")
  (#set! injection.language "truths_clause")
  (#set! injection.include-children))
((flow_pair
  key: (flow_node) @_key
  value: (flow_node [
    (plain_scalar (string_scalar) @injection.content)
    [(single_quote_scalar) (double_quote_scalar)] @injection.content
  ]))
  (#any-of? @_key "rule" "if" "value" "default" "type" "output" "fact")
  (#set! injection.language "truths_clause")
  (#set! injection.include-children))

; Lists of clauses, rows, outputs and chains of states.
((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node (block_sequence (block_sequence_item [
    (flow_node [
      (plain_scalar (string_scalar) @injection.content)
      [(single_quote_scalar) (double_quote_scalar)] @injection.content
    ])
    (block_node (block_scalar) @injection.content)
  ]))))
  (#any-of? @_key "requires" "invariants" "ensures" "rows" "produces" "transitions")
  (#set! injection.language "truths_clause")
  (#set! injection.include-children))
((block_mapping_pair
  key: (flow_node) @_key
  value: (flow_node (flow_sequence (flow_node (plain_scalar (string_scalar) @injection.content)))))
  (#any-of? @_key "transitions" "produces")
  (#set! injection.language "truths_clause"))

; `- order: draft → sent`
((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node (block_sequence (block_sequence_item (block_node (block_mapping (block_mapping_pair
    value: [
      (flow_node [
        (plain_scalar (string_scalar) @injection.content)
        [(single_quote_scalar) (double_quote_scalar)] @injection.content
      ])
      (block_node (block_scalar) @injection.content)
    ])))))))
  (#eq? @_key "moves")
  (#set! injection.language "truths_clause")
  (#set! injection.include-children))

; `- fact.order.placed for l in lines:`, and the values below it.
((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node (block_sequence (block_sequence_item (block_node (block_mapping (block_mapping_pair
    key: (flow_node (plain_scalar (string_scalar) @injection.content)))))))))
  (#eq? @_key "produces")
  (#set! injection.language "truths_clause"))
((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node (block_sequence (block_sequence_item (block_node (block_mapping (block_mapping_pair
    value: (block_node (block_mapping (block_mapping_pair
      value: [
        (flow_node [
          (plain_scalar (string_scalar) @injection.content)
          [(single_quote_scalar) (double_quote_scalar)] @injection.content
        ])
        (block_node (block_scalar) @injection.content)
      ]))))))))))
  (#eq? @_key "produces")
  (#set! injection.language "truths_clause")
  (#set! injection.include-children))

; Names with values or types.
((block_mapping_pair
  key: (flow_node) @_key
  value: [
    (block_node (block_mapping (block_mapping_pair
      value: [
        (flow_node [
          (plain_scalar (string_scalar) @injection.content)
          [(single_quote_scalar) (double_quote_scalar)] @injection.content
        ])
        (block_node (block_scalar) @injection.content)
      ])))
    (flow_node (flow_mapping (flow_pair
      value: (flow_node [
        (plain_scalar (string_scalar) @injection.content)
        [(single_quote_scalar) (double_quote_scalar)] @injection.content
      ]))))
  ])
  (#any-of? @_key "let" "fields" "inputs" "outputs")
  (#set! injection.language "truths_clause")
  (#set! injection.include-children))
