import { z } from 'zod'
import type { NamedItem } from '../../corpus/lookup/index.ts'
import { optional, outsideId, type PriceKey } from '../../operation/index.ts'

const text = (what: string) => optional(z.string().min(1).max(500)).describe(what)

const companyItem = z.object({
  entityId: outsideId(text('entity_id of a record, which is the companyId of a member.')),
  pnetUrl: text('Page on the network.'),
  pnetSlug: text('Slug on the network.'),
  pnetOrgId: outsideId(text('Organization id on the network.')),
  domain: text('Domain, or an address on it.'),
})

const personItem = z.object({
  entityId: outsideId(text('entity_id of a record, which is the prospectId of a member.')),
  pnetUrl: text('Profile on the network.'),
  pnetSlug: text('Slug on the network.'),
  pnetUserId: outsideId(text('User id on the network.')),
})

/** Most members that a request adds or removes. */
export const maxHandItems = 1_000

const listItems = <T extends z.ZodType>(item: T) =>
  z.array(item).min(1).max(maxHandItems).describe('Each with one or more identifiers.')

const companyItems = { companies: listItems(companyItem) }
const personItems = { prospects: listItems(personItem) }

/** What differs between the operations on companies of an audience and those on its people. */
export interface MemberSide {
  kind: 'company' | 'person'
  /** In paths and members. */
  plural: 'companies' | 'prospects'
  /** In texts. */
  of: 'companies' | 'people'
  one: 'company' | 'person'
  items: typeof companyItems | typeof personItems
  exampleItems: { companies: { domain: string }[] } | { prospects: { pnetSlug: string }[] }
  price: PriceKey
}

export const companySide: MemberSide = {
  kind: 'company',
  plural: 'companies',
  of: 'companies',
  one: 'company',
  items: companyItems,
  exampleItems: { companies: [{ domain: 'be--husk.com' }] },
  price: 'audienceCompany',
}

export const prospectSide: MemberSide = {
  kind: 'person',
  plural: 'prospects',
  of: 'people',
  one: 'person',
  items: personItems,
  exampleItems: { prospects: [{ pnetSlug: 'ramon-santos-xq6yt1-example' }] },
  price: 'audienceProspect',
}

type Items = { companies: readonly NamedItem[] } | { prospects: readonly NamedItem[] }

/** The items of a request. */
export const pickItems = (input: Items): readonly NamedItem[] =>
  'companies' in input ? input.companies : input.prospects
