import type { NativeCompany } from '../records/index.ts'
import { cityAt } from './places.ts'
import { hash } from './random.ts'
import { reservedLabel, reservedNumber, reservedSlug } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import { industryAt } from './trades.ts'
import type { World } from './world.ts'

// Single decisions are made by hash and not from the company's sequence, so that people can name employers without
// generating them.

const companySalt = 1
const firstOrgId = 70_000_000

/** Common name of a company: a coined stem, mostly followed by a word of its industry. */
export function companyName(world: World, index: number): string {
  const word = companyWord(world, index)
  const coined = capitalized(stem(world.seed, companySalt, index))
  return word === '' ? coined : `${coined} ${word}`
}

function companyWord(world: World, index: number): string {
  const decision = hash(world.seed, 11, index)
  if (decision % 100 < 38) return ''
  const { words } = industryAt(world.industry[index] as number)
  return words[(decision >>> 8) % words.length] as string
}

export function companyOrgId(index: number): string {
  return reservedNumber(firstOrgId + index)
}

export function companySlug(world: World, index: number): string {
  return reservedSlug(plainSlug(world, index))
}

/** A former slug of the company. */
export function formerCompanySlug(world: World, index: number): string {
  return reservedSlug(`${plainSlug(world, index)}-${companyOrgId(index).slice(-5)}`)
}

function plainSlug(world: World, index: number): string {
  const word = companyWord(world, index)
  const coined = stem(world.seed, companySalt, index)
  return word === '' ? coined : `${coined}-${word.toLowerCase().replaceAll(' ', '-')}`
}

/** Main domain: the country's top-level domain, and a label that no registry hands out. */
export function companyDomain(world: World, index: number): string {
  const { country } = cityAt(world.city[index] as number)
  const decision = hash(world.seed, 12, index)
  const tld = country.tlds[country.tldTable[decision >>> 20] as number] as string
  return `${reservedLabel(stem(world.seed, companySalt, index))}.${tld}`
}

export function companyLegalName(world: World, index: number): string {
  const { country } = cityAt(world.city[index] as number)
  const form = country.legalForms[country.legalTable[hash(world.seed, 13, index) >>> 20] as number] as string
  const name = companyName(world, index)
  return form === 'PT' ? `PT ${name}` : `${name} ${form}`
}

export const networkOrigin = 'https://pnet.example'

export function companyUrl(slug: string): string {
  return `${networkOrigin}/company/${slug}`
}

/** Members of a company line besides the identity that every line has. */
export type CompanyMembers = Omit<NativeCompany, 'li_org_id' | 'pnet_primary_slug' | 'domains'>
