import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'
import type { ExportEnd } from '../../platform/exports/index.ts'
import { endEvent, type EndEvent } from '../../platform/jobs/index.ts'
import type { SourceExportParameters } from './export-parameters.ts'

const schema = z.strictObject({
  audience_id: z.string(),
  export_id: z.string(),
  success: z.boolean(),
  total_rows: z.int(),
  error: z.string().nullable(),
})

const example = {
  audience_id: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f',
  export_id: 'exp_01kf3wz3a0s6n4yq8b2c7d5e9g',
  success: true,
  total_rows: 480,
  error: null,
}

export const companyExportCompleted = defineEvent({
  key: 'audience.company_export_completed',
  group: 'search',
  describe: 'An export of the companies of an audience has completed or failed.',
  schema,
  listId: (data) => data.audience_id,
  example,
})

export const prospectExportCompleted = defineEvent({
  key: 'audience.prospect_export_completed',
  group: 'search',
  describe: 'An export of the people of an audience has completed or failed.',
  schema,
  listId: (data) => data.audience_id,
  example,
})

const exportedKinds = ['companies', 'people', 'jobs'] as const

export const exportCompleted = defineEvent({
  key: 'export.completed',
  group: 'search',
  describe: 'An export of a search, or of a list that is no audience, has completed or failed.',
  schema: z.strictObject({
    export_id: z.string(),
    kind: z.enum(exportedKinds),
    source: z.enum(['search', 'enrich_run', 'tracker_list', 'exclusion_list']),
    source_id: z.string().nullable(),
    success: z.boolean(),
    total_rows: z.int(),
    error: z.string().nullable(),
  }),
  example: {
    export_id: 'exp_01kf3wz3a0s6n4yq8b2c7d5e9g',
    kind: 'companies' as const,
    source: 'tracker_list' as const,
    source_id: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f',
    success: true,
    total_rows: 120,
    error: null,
  },
})

/** The event of an export without an audience. */
export const exportEnded = (
  kind: (typeof exportedKinds)[number],
): EndEvent<ExportEnd<SourceExportParameters>> =>
  endEvent(exportCompleted, ({ exportId, given: { source }, state, rows, error }) => ({
    export_id: exportId,
    kind,
    source: source.from,
    source_id: source.from === 'search' ? null : source.id,
    success: state === 'completed',
    total_rows: rows,
    error,
  }))
