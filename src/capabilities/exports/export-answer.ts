import type { z } from 'zod'
import type { ExportView } from '../../platform/exports/index.ts'
import type { exportView } from './schema.ts'

type Source = z.input<typeof exportView>['source']['type']

/** An export as it is answered; `attributionUrl` is what has to be said with any file. */
export function answerExport(
  { state, createdAt, finishedAt, expiresAt, origin, ...rest }: ExportView,
  attributionUrl: string | null,
): z.input<typeof exportView> {
  return {
    ...rest,
    attributionUrl: rest.downloadUrl === null ? null : attributionUrl,
    // Earlier releases exported audiences alone, without saying which.
    source: { type: (origin?.kind ?? 'audience') as Source, id: origin?.id ?? null },
    status: state,
    createdAt: createdAt.toISOString(),
    completedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
