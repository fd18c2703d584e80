import { normalizeSlug } from '../../lib/network-url.ts'
import { socialHandle } from '../../lib/social-handle.ts'
import { exactToken } from '../search-index/index.ts'
import { accountTokens, addressTokens, pageTokens, type Mentions } from './mentions.ts'

/** A founder or investor in a company's record. */
type Person = Readonly<Record<string, unknown>>

const readText = (entry: Person, member: string): string => {
  const value = entry[member]
  return typeof value === 'string' ? value : ''
}

const slugTokens = (slug: string) => (slug === '' ? [] : [exactToken('slug', normalizeSlug(slug))])

function listAccountTokens(platform: string, text: string): string[] {
  const name = socialHandle(text, platform)
  return name === undefined ? [] : accountTokens(platform, name)
}

function founderTokens(entry: unknown): string[] {
  const founder = entry as Person
  return [
    ...addressTokens(readText(founder, 'email_address')),
    ...slugTokens(readText(founder, 'pnet_slug')),
    ...listAccountTokens('microblog', readText(founder, 'twitter_handle')),
    ...listAccountTokens('codehost', readText(founder, 'github_username')),
    ...listAccountTokens('social', readText(founder, 'facebook_url')),
  ]
}

function investorTokens(entry: unknown): string[] {
  const investor = entry as Person
  return investor['entity_type'] === 'person' ? slugTokens(readText(investor, 'pnet_slug')) : []
}

const roundTokens = (entry: unknown) => pageTokens(readText(entry as Person, 'investor_pnet_url'))

/**
 * Founders, investors who are people, and addresses. Accounts and numbers of a company are its own, whoever shares
 * them.
 */
export const companyMentions: Mentions = {
  own: [],
  lists: [
    { path: ['accelerators', 'founders'], name: 'full_name', tokens: founderTokens },
    { path: ['investors'], name: 'investor_name', tokens: investorTokens },
    { path: ['full_funding_rounds', 'investors'], name: 'investor_name', tokens: roundTokens },
    { path: ['funding_round_stats', 'individual_investor_stats'], name: 'investor_name', tokens: () => [] },
    // The form in which the history stores them.
    { path: ['rounds', 'investors'], name: 'investor_name', tokens: () => [] },
  ],
}
