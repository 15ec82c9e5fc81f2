/** The shares of a freeze of observations, and who does them. */

import { type Exceptions, type PointsShare, pointsShare } from "./points-share.ts";
import { type SeriesPiece, type SeriesShare, seriesShare } from "./series-share.ts";

export type ObservationShare = SeriesShare | PointsShare;
export type ObservationAnswer = SeriesPiece | Exceptions;

export function doObservationShare(share: ObservationShare): ObservationAnswer {
  return share.kind === "series" ? seriesShare(share) : pointsShare(share);
}
