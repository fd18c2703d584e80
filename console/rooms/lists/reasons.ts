import type { Schemas } from '../../call/client.ts'

type Code = Schemas['EnrichRow']['reasons'][number]

const outcomes: Partial<Record<string, string>> = {
  empty_row: 'The row is empty.',
  too_many_cells: 'The row has more cells than the list has columns.',
  repeated_header: 'The heading stands here again.',
  no_key: 'The cells to search by are empty.',
  bad_identifier: 'The website or address cannot be one.',
  nothing_to_look_up: 'Nothing here says who it is.',
  no_match: 'Nobody in the data fits.',
  not_sure_enough: 'Too little agrees to be sure.',
  names_two_companies: 'The cells name two companies.',
  decided_same: 'Somebody of your organization confirmed it.',
  decided_none: 'Somebody of your organization said no.',
  withdrawn: 'The record was removed since.',
}

const members: Readonly<Record<string, string>> = {
  page: 'Network page',
  domain: 'Website',
  company: 'Company name',
  profile: 'Profile page',
  email: 'E-mail address',
  name: 'Name',
  title: 'Job title',
  place: 'Place',
}

const verdicts: Readonly<Record<string, string>> = {
  same: 'agrees',
  alike: 'agrees in part',
  differs: 'differs',
  past: 'was so earlier',
}

/** A code in the reader's words; what has none is said as the service says it. */
export function reasonText(code: Code, reason: string): string {
  const [, member = '', verdict = ''] = /^(\w+)_(\w+)$/.exec(code) ?? []
  const [subject, verb] = [members[member], verdicts[verdict]]
  if (subject !== undefined && verb !== undefined) return `${subject} ${verb}.`
  return outcomes[code] ?? reason
}
