import { companyNameKey } from '../../../../corpus/names/index.ts'
import { investorChange } from '../change-data.ts'
import { isOldNews } from '../compare/event-age.ts'
import { findAddedBy, writeNames, isOneOf } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'
import type { CompanyState, TrackedCompany } from '../states.ts'

export const newInvestor = companyRule({
  type: 'new_investor',
  readableName: 'New investor',
  description:
    'The company has an investor it did not have before. Rounds over a year older than the earlier state are ignored.',
  useCase: 'Follow a fund through its portfolio.',
  members: { investorNames: optionalPhrases('Whole names in any case; any if omitted.') },
  example: { investorNames: ['Example Ventures'] },
  change: investorChange,
  evaluate: (earlier, { company: after }, { investorNames }) =>
    findAddedBy(listInvestors(earlier.company), listInvestors(after), ({ name }) => companyNameKey(name))
      .filter(({ key }) => !isOfOldRounds(key, after, earlier))
      .filter(({ thing: { name } }) => isOneOf(name, investorNames))
      .map(({ key, thing }) => ({ key, data: { kind: 'investor', ...thing } })),
  summary: (changes) =>
    `has a new investor: ${writeNames(changes.map(({ data }) => (data as { name: string }).name))}`,
  sample: ({ investorNames: [investor_name = 'Example Ventures'] = [] }) => ({
    before: { company: { investors: [] } },
    after: { company: { investors: [{ investor_name, investor_types: ['venture_capital'] }] } },
  }),
})

/** Whether somebody is known to have invested only in rounds that are old news. */
function isOfOldRounds(investor: string, { rounds }: TrackedCompany, earlier: CompanyState): boolean {
  const theirs = (rounds ?? []).filter(({ investors }) =>
    investors.some(({ investor_name: name }) => !!name && companyNameKey(name) === investor),
  )
  return theirs.length > 0 && theirs.every(({ round_date }) => isOldNews(round_date, earlier))
}

/** Investors the company names, and those of its rounds. */
function listInvestors({
  investors,
  rounds,
}: TrackedCompany): { name: string; type: string[] }[] | undefined {
  if (!investors && !rounds) return undefined
  const named = (investors ?? []).map(({ investor_name, investor_types }) => ({
    name: investor_name,
    type: investor_types ?? [],
  }))
  const ofRounds = (rounds ?? []).flatMap((round) =>
    round.investors.map(({ investor_name, investor_type }) => ({
      name: investor_name,
      type: investor_type === null ? [] : [investor_type],
    })),
  )
  return [...named, ...ofRounds].flatMap(({ name, type }) => (name ? [{ name, type }] : []))
}
