import { identifierOf, isPageOfMany } from '../names/index.ts'
import { isNoValue } from '../../lib/placeholder.ts'
import { LineGate, storable } from './line-gate.ts'
import type { Split } from './sealed.ts'

type Members = Record<string, unknown>

const account = {
  microblog: storable.account('microblog'),
  photo: storable.account('photo'),
  codehost: storable.account('codehost'),
}

/**
 * Takes out of a line of a company what identifies none, in place: placeholders, and domains that are many's. The page that
 * one has on such a host stays, as a website.
 */
export function gateCompany(split: Split): void {
  const gate = new LineGate()
  const { members } = split
  gate.texts(members, ['preferred_name'], storable.companyName)
  gate.lists(members, ['names'], storable.companyName)
  gate.texts(members, ['pnet_primary_slug'], storable.companySlug)
  gate.lists(members, ['pnet_slugs'], storable.companySlug)
  gate.texts(members, ['li_org_id', 'pnet_id'], storable.networkId)
  gate.lists(members, ['pnet_ids'], storable.networkId)
  gateSites(members, gate)
  gate.lists(members, ['emails'], storable.email)
  gate.lists(members, ['phone_numbers'], storable.phone)
  gate.lists(members, ['twitter_handles'], account.microblog)
  gate.lists(members, ['instagram_handles'], account.photo)
  gate.lists(members, ['github_usernames'], account.codehost)
  gate.lists(members, ['facebook_urls', 'youtube_urls', 'blog_urls'], storable.text)
  split.externalIds = gate.ids(split.externalIds)
  if (members['external_ids']) members['external_ids'] = split.externalIds
  if (gate.count > 0 && Object.keys(split.externalIds).length === 0) delete members['external_ids']
  if (gate.leftOut.length > 0) split.leftOut = gate.leftOut
}

/** Whether every site of a list is its owner's alone: nearly all are, and need no names. */
const areOwn = (list: unknown): boolean => !Array.isArray(list) || list.every(isOwn)

const isOwn = (text: unknown): boolean =>
  typeof text !== 'string' || ('value' in identifierOf.domain(text, []) && !isNoValue(text))

function gateSites(members: Members, gate: LineGate): void {
  if (areOwn(members['websites']) && areOwn(members['domains'])) return
  const names = namesIn(members)
  const { domains } = members
  gate.lists(members, ['websites'], (text) => {
    const domain = identifierOf.domain(text, names)
    const isFrontPage = 'why' in domain && domain.why === 'shared' && !isPageOfMany(text)
    return isFrontPage ? domain : storable.text(text)
  })
  if (!Array.isArray(domains)) return
  const pages = domains.filter((text): text is string => typeof text === 'string' && isPageOfMany(text))
  gate.lists(members, ['domains'], (text) => {
    const domain = identifierOf.domain(text, names)
    return 'why' in domain && domain.why === 'malformed' ? { value: text } : domain
  })
  if (pages.length === 0) return
  const addresses = pages.map((page) => (/^[a-z]+:/i.test(page) ? page : `https://${page}`))
  members['websites'] = [...new Set([...((members['websites'] as string[] | null) ?? []), ...addresses])]
}

const namesIn = ({ preferred_name: name, names }: Members): string[] =>
  [name, ...(Array.isArray(names) ? (names as unknown[]) : [])].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  )
