import { hash } from 'node:crypto'
import { companyNameKey } from '../names/index.ts'
import { memo } from '../../lib/memo.ts'
import { isBlankId } from '../../lib/placeholder.ts'
import { normalText } from '../../lib/text-normal.ts'

/**
 * Facet tokens are `kind:value` without spaces. The column `facets` holds them separated by spaces, and its text
 * index answers them. Rows and filters build them with the same functions, so a filter finds exactly what a row was
 * written with.
 */
export type FacetKind =
  | 'country'
  | 'state'
  | 'cstate' // `USA/california`
  | 'ind' // standard industry
  | 'stage'
  | 'status'
  | 'tag'
  | 'size' // employee bucket, see employee-buckets.ts
  | 'nm' // one normalised word of a person's name
  | 'co' // network id of a current employer
  | 'cname' // name key of a current employer
  | 'cdom' // domain of a current employer
  | 'sen' // seniority of a current position
  | 'fn' // job function of a current position
  | 'school' // network id of a school
  | 'sname' // name key of a school
  | 'city' // a city that nothing places, see city-tokens.ts
  | 'cell' // grid cell of the place, see lib/geo-cells.ts
  | 'ocell' // grid cell of an office
  | 'ocountry' // country of an office
  | 'tld' // public suffix of a domain, and what it ends in: `co.uk`, `uk`
  | 'pind' // industry on the network, by name and by id
  | 'naics' // NAICS code and the codes above it
  | 'tech'
  | 'inv' // investor: `org/123`, `slug/acme`, `in/ada` (a person), `dom/acme.example`
  | 'invr' // investor with the round: `org/123/seed/19000`, the day counted since 1970
  | 'cat'
  | 'cgrp' // group of categories
  | 'acc' // accelerator, see accelerator-tokens.ts
  | 'rank' // place on a ranking list: `fortune_500_usa/2026/17`, and without the year
  | 'flag' // see company-flags.ts
  | 'emp' // employment type of a posting
  | 'loc' // job location type of a posting
  | 'collar' // `collar:blue`, see blue-collar.ts
  | 'author' // company or person
  | 'react' // kind of a reaction
  | 'sent' // sentiment of an article
  | 'topic' // topic of an article
  | 'lang' // language
  | 'tz' // IANA time zone
  | 'job' // `now`: holds a position; `left`: left an employer
  | 'stl' // in stealth: `now` or `left`
  | 'prom' // day a person was promoted on, see day-tags.ts
  | 'since' // year and month a label is earned in, see day-tags.ts
  | 'has' // `pic`: has a profile picture

/** Identifier tokens have the same form and are stored in table `identifiers`. */
export type Identifier =
  | 'slug' // network slug, current or former
  | 'org' // network organization id (companies)
  | 'page' // page of a person whose record has its address and no slug
  | 'uid' // network user id or urn (people)
  | 'dom' // domain (companies)
  | 'name' // name key (companies); finds, but does not identify
  | 'nf' // a form that spellings of a company's name share; finds, but does not identify
  | 'ng' // three letters in a row of a company's name; finds by how many are shared
  | 'soc' // account on another platform, `microblog/handle`
  | 'nc' // how a person's name and an employer's sound, or the employer's domain; finds, but does not identify
  | 'nb' // a name form of an entity that lacks a page or a domain: what lines that bring one may be about
  | 'life' // a word of a person's name with a day of birth or a postal code; finds, but does not identify
  | 'at' // telephone or house of a company; finds, but does not identify
  | 'em' // e-mail address, digest
  | 'ph' // phone number, digest
  | 'md' // domain of an e-mail address of a person; finds, but does not identify
  | 'ext' // outside id, `source/id`
  | 'job' // posting id within its employer
  | 'post' // post id
  | 'onpost' // post a comment or reaction is on; finds, but does not identify
  | 'cid' // entity of the company a posting, post or article is of; like the next, it finds
  | 'pid' // entity of the person a post is of
  | 'pslug' // slug of that person
  | 'cslug' // slug of that company
  | 'cdom' // domain of that company
  | 'men' // somebody the record names and is not of; finds, but does not identify
  | 'entity' // the entity itself by its id: no row carries it, record-store answers it by key

declare const own: unique symbol
/**
 * A sort of tokens that rows of one kind alone have and filters do not ask for. It is declared where those are built.
 */
export type OwnSort = string & { readonly [own]: true }

export const ownSort = (sort: string): OwnSort => sort as OwnSort

const words = memo((value) => normalText(value).replaceAll(' ', '_'))
/** The key of a company's name, as text and without spaces. */
const nameKeys = memo((name) => {
  const key = companyNameKey(name)
  return { key, value: key.replaceAll(/\s/g, '_') }
})

/** `companyNameKey`, remembered: a row needs that of its name several times. */
export const nameKey = (name: string): string => nameKeys(name).key

/** Name of an employer in the form in which employers are compared; the part of a name token after its colon. */
export function employerKey(name: string): string {
  return nameKeys(name).value
}

/** The part of `token` after the colon: normal text without spaces. */
export const tokenValue = (value: string): string => words(value)

/** `token('state', 'New York')` -> `state:new_york` */
export function token(facet: FacetKind | OwnSort, value: string): string {
  return `${facet}:${words(value)}`
}

/** Token of a company's or school's name: equal for spellings that differ in legal form, accents or punctuation only. */
export function nameToken(kind: 'cname' | 'sname' | 'name', name: string): string {
  return `${kind}:${nameKeys(name).value}`
}

/** The token `nb` of the part of another one after its colon. */
export function blockToken(token: string): string {
  return `nb:${token.slice(token.indexOf(':') + 1)}`
}

/** A token of a value that is already normal (slug, domain, id, name key), taken without spaces. */
export function exactToken(kind: FacetKind | Identifier | OwnSort, value: string): string {
  return `${kind}:${/\s/.test(value) ? value.replaceAll(/\s/g, '_') : value}`
}

/** The token of an id in another data set, both in their one spelling (`readExternalId`). */
export const externalIdToken = ({ source, value }: { source: string; value: string }): string =>
  exactToken('ext', `${source}/${value}`)

/**
 * The token of an id by which a record is recognised; none for a placeholder. `scope` is the source that gave the id.
 */
export function idTokens(kind: Identifier | OwnSort, id: string, scope = ''): string[] {
  return isBlankId(id) ? [] : [exactToken(kind, `${scope}${id}`)]
}

/** Contact details are looked up but never shown by search, so only a digest of them is indexed. */
export function digestToken(facet: 'em' | 'ph', normalized: string): string {
  return `${facet}:${hash('sha256', normalized, 'base64url').slice(0, 22)}`
}

/**
 * A token as a number: the first 8 bytes of its SHA-256. Migrations of both stores make the same number (0011 and
 * 0023 of the engine, 0076 of Postgres). It goes through text, because a buffer for each takes three times as long
 * (0.35 us).
 */
export const tokenNumber = (token: string): bigint => BigInt(`0x${hash('sha256', token, 'hex').slice(0, 16)}`)

/** Its eight bytes, a character each, for rows of millions of tokens: a number costs as much again as the digest. */
export const tokenBytes = (token: string): string =>
  token.length <= shortToken ? shortTokenBytes(token) : digestBytes(token)

/** Most tokens of a company are three letters of its name (`ng`), which are the same few thousand in every file. */
const shortToken = 6

const digestBytes = (token: string): string => hash('sha256', token, 'binary').slice(0, 8)
const shortTokenBytes = memo(digestBytes, { entries: 20_000 })

/** The same number as Postgres holds it, signed. */
export const tokenDigest = (token: string): bigint => BigInt.asIntN(64, tokenNumber(token))
