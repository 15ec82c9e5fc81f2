/** What a map is drawn with. */
import type { Commons } from "../../index.ts";
import { descendants } from "../node-values.ts";
import { type Shapes, shapesOf } from "../website/drawn-shapes.ts";

/** Boundaries of the places of a type inside a place, and how many of them cannot be read. */
export const boundariesOf = (
  commons: Commons,
  { place, type }: { readonly place: string; readonly type: string },
): Shapes =>
  shapesOf(commons, descendants(commons, place, type), {
    type,
    property: "geoJsonCoordinates",
    nameProperty: "",
  });
