import { z } from 'zod'
import { capabilityIds, isCapability, type Capability } from '../capabilities.ts'
import { parseVendorFile } from '../http/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource } from '../source.ts'

const values = z.record(z.string().regex(/^\w+$/), z.coerce.string())

/** A vendor nobody wrote code for: a file says what it is asked and what its answers mean. */
export const genericHttp = defineSource({
  id: 'generic-http',
  summary: 'Any vendor with an HTTP interface, described by a file.',
  settings: z.object({
    file: z.string().min(1).describe('The vendor file, relative to the sources file.'),
    values: values.default({}).describe('Values for `settings.…` in the file: addresses, regions.'),
    secrets: values.default({}).describe('The same for keys.'),
    probe: z
      .enum(capabilityIds as [Capability, ...Capability[]])
      .optional()
      .describe('Capability that `almanac doctor sources` tries; default: the first in the file.'),
  }),
  secrets: ['secrets'],
  perSecond: 5,
  timeoutMs: 15_000,
  async open({ file, values, secrets, probe }, { readFile }) {
    const answers = parseVendorFile(await readFile('file', file), file, { ...values, ...secrets })
    if (probe !== undefined && answers[probe] === undefined)
      throw new Error(`probe: the file does not answer ${probe}`)
    return answers
  },
  revision: ({ file }, { readFile }) => readFile('file', file),
  probe: ({ probe }, answers) => sampleQuestions[probe ?? Object.keys(answers).find(isCapability)!],
})
