summary = "pieces step towards each other on a line and must take when they can"
literature = "after Draughts"
board, cells = "strip", "_ w b"
left  = ["w_ -> _w east", "wb_ -> __w east must"]
right = ["b_ -> _b west", "bw_ -> __b west must"]
examples = ["w__b", "ww_bb"]
values = {"w__b": "*", "ww_bb": "*", "wwb_b": "{{1|0}|0}", "w_b_w_b": "0"}
