import { z } from 'zod'
import { listedPrice, perMinute } from '../../../operation/index.ts'
import { maxQuestionLength, type ParsedQuestion } from '../parse/parse-question.ts'
import { companyParams, limit, notices, notUnderstood, profileParams, query } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { understand } from '../understand.ts'

const actions = ['companySearch', 'peopleSearch', 'companyCount', 'peopleSearchCount', 'none'] as const

const span = z.object({
  start: z.number().int().describe('Offset of the first character, in UTF-16 units.'),
  end: z.number().int().describe('Offset after the last one.'),
  text: z.string(),
  path: z.string().describe('The filter it became, e.g. `companySearchParams.stage`.'),
  confidence: z.number().min(0).max(1),
})

/** The operation that answers a question. */
function actionFor({
  kind,
  isCount,
  companySearchParams: company,
  profileSearchParams: person,
}: ParsedQuestion) {
  if (kind === undefined || (company === undefined && person === undefined)) return 'none' as const
  if (kind === 'companies') return isCount ? ('companyCount' as const) : ('companySearch' as const)
  return isCount ? ('peopleSearchCount' as const) : ('peopleSearch' as const)
}

export const nlpSearchParse = operation({
  id: 'nlpSearchParse',
  route: 'POST /v1/nlp-search/parse',
  tag,
  summary: 'Turn a question into filters',
  tasks: ['natural language to filters, translate a question into search parameters'],
  describe: `Reads a question of at most ${maxQuestionLength} characters and returns the filters it means, without searching: \`companySearchParams\` and \`profileSearchParams\` are what companySearch and peopleSearch take (peopleSearch as companyParams and searchParams). \`spans\` says which words became which filter, \`notUnderstood\` which became none. English is read best; German, French, Spanish, Portuguese, Italian and Dutch in their basics, Polish in a few words. ${listedPrice('languageParse')}; free when nothing is understood (\`suggestedAction\` \`none\`).`,
  input: z.object({ query }),
  output: z.object({
    suggestedAction: z.enum(actions).describe('The operation that answers the question.'),
    companySearchParams: companyParams,
    profileSearchParams: profileParams,
    limit,
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('How sure the reading is and how much of the question it covers.'),
    spans: z.array(span),
    notUnderstood,
    notices,
    reader: z
      .enum(['rules', 'model'])
      .describe('Who read it: the parser, or the model that the operator set up.'),
  }),
  price: (p) =>
    p.perRequest({
      key: 'languageParse',
      units: ({ suggestedAction }) => (suggestedAction === 'none' ? 0 : 1),
    }),
  limit: perMinute(120),
  timeoutMs: 30_000,
  examples: [
    { name: 'People at companies', input: { query: 'VPs of sales at German fintechs that use Snowflake' } },
    {
      name: 'Companies',
      input: { query: 'Software companies in the Nordics with 50 to 200 people, not in Oslo' },
    },
  ],
  effect: 'spends',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const read = await understand(deps, call, input.query)
    return {
      suggestedAction: actionFor(read),
      companySearchParams: read.companySearchParams ?? null,
      profileSearchParams: read.profileSearchParams ?? null,
      limit: read.limit ?? null,
      confidence: read.confidence,
      spans: read.spans,
      notUnderstood: read.notUnderstood,
      notices: read.notices,
      reader: read.reader,
    }
  },
})
