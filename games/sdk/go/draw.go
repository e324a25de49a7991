package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// Drawings for the replay: shapes over the board, numbers in the chart, marks on the bar.
//
// Only you and your team see them, on the page of the match and in replays of your own runs.  Each
// call writes one line to standard error, and counts towards its limit.  Points are the game's own.
//
// Colours: red, orange, yellow, green, teal, blue, purple, pink, brown, grey, white, black.

// Point is a place of the board such as {x, y}.
type Point []float64

// DrawCells tints cells.
func DrawCells(points []Point, color, layer string) {
	draw(map[string]any{"cells": points, "color": color, "layer": layer})
}

// DrawArrow draws an arrow from a point to another.
func DrawArrow(start, end Point, color, layer string) {
	shape := append(append(Point{}, start...), end...)
	draw(map[string]any{"arrows": []Point{shape}, "color": color, "layer": layer})
}

// DrawCircle draws a circle around a point; the radius is in cells.
func DrawCircle(point Point, radius float64, color, layer string) {
	shape := append(append(Point{}, point...), radius)
	draw(map[string]any{"circles": []Point{shape}, "color": color, "layer": layer})
}

// DrawText writes a short text at a point.
func DrawText(point Point, words, color, layer string) {
	shape := []any{}
	for _, number := range point {
		shape = append(shape, number)
	}
	draw(map[string]any{"texts": []any{append(shape, words)}, "color": color, "layer": layer})
}

// DrawSeries gives a number of this turn for the chart.
func DrawSeries(name string, number float64) {
	draw(map[string]any{"series": map[string]float64{name: number}})
}

// DrawMark sets a mark on the bar at this turn.
func DrawMark(label string) {
	draw(map[string]any{"mark": label})
}

func draw(members map[string]any) {
	text, err := json.Marshal(members)
	if err != nil { // a number that is none
		text = []byte("{}")
	}
	fmt.Fprintf(os.Stderr, "#draw %s\n", text)
}
