import { z } from 'zod'
import { optional, resourceId, withDefault } from '../../operation/index.ts'
import type { ContactKind } from '../contacts/index.ts'
import { listName } from '../../platform/uploads/index.ts'
import { columnRoles, mostRows } from '../../corpus/tables/index.ts'
import { directiveForms } from './directives.ts'

const contactInfo = z.object({
  getWorkEmails: withDefault(z.boolean(), true),
  getPersonalEmails: withDefault(z.boolean(), true),
  getPhoneNumbers: withDefault(z.boolean(), true),
})

const options = z.object({
  contactInfo: optional(contactInfo).describe(
    'Kinds of contact details to reveal for the people found; none if omitted.',
  ),
  includeCompanyDetails: withDefault(z.boolean(), false).describe('Adds what is known about each company.'),
  liveFetch: withDefault(z.boolean(), true).describe(
    'Ask outside sources, if set up, for contact details that the corpus does not have. People and companies are found in the corpus.',
  ),
  runRedline: withDefault(z.boolean(), false).describe(
    'Make a page that shows every changed cell, before and after and why.',
  ),
  maxRows: optional(z.number().int().min(1).max(mostRows)).describe(
    'Rows to take from a longer list. Without it a list of more than 20,000 rows is refused.',
  ),
})

const defaultOptions = {
  contactInfo: undefined,
  includeCompanyDetails: false,
  liveFetch: true,
  runRedline: false,
  maxRows: undefined,
}

export const startInput = z
  .object({
    sourceUrl: optional(z.string().trim().min(1).max(2_048)).describe(
      'https address of the list; public, without redirects, 50 MiB at most.',
    ),
    uploadId: optional(
      resourceId('list', { madeBy: 'uploadMosaicCsv', prefix: 'upl', most: 2_000 }),
    ).describe('A list sent to PUT /v1/mosaic/upload.'),
    fileName: optional(listName).describe(
      'What to call the list; default: as the upload called it, or the end of sourceUrl.',
    ),
    inlineCsv: optional(z.string().min(1).max(1_000_000)).describe('The list itself, as text.'),
    customInstructions: optional(z.string().max(4_000)).describe(
      `Directives, one a line: ${directiveForms.map((form) => `\`${form}\``).join(', ')}.`,
    ),
    options: withDefault(options, defaultOptions),
  })
  .refine(
    (input) =>
      [input.sourceUrl, input.uploadId, input.inlineCsv].filter((source) => source !== undefined).length ===
      1,
    {
      message: 'Expected exactly one of sourceUrl, uploadId and inlineCsv.',
      path: ['sourceUrl'],
    },
  )

export type StartInput = z.output<typeof startInput>

export function wantedKinds({ options: { contactInfo: wishes } }: StartInput): ContactKind[] {
  const kinds: [boolean | undefined, ContactKind][] = [
    [wishes?.getWorkEmails, 'work_email'],
    [wishes?.getPersonalEmails, 'personal_email'],
    [wishes?.getPhoneNumbers, 'phone'],
  ]
  return kinds.flatMap(([isWanted, kind]) => (isWanted === true ? [kind] : []))
}

/** How a column was understood. */
export const understoodColumn = z
  .object({
    name: z.string(),
    role: z.enum(columnRoles),
    confidence: z.number().min(0).max(1).describe('How sure the role is.'),
  })
  .meta({ id: 'ListColumn' })
