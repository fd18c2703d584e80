import type { LocationParts } from '../../corpus/records/index.ts'
import { listOf, nodeIn, numberIn, textIn, type LinkedNode } from '../page/index.ts'
import { readPeriod, type Opening, type Pay } from './posting-line.ts'

/** What a JobPosting of schema.org says, without its id. */
export function openingOfNode(node: LinkedNode): Omit<Opening, 'id'> {
  const place = nodeIn(node['jobLocation'])
  const remote = listOf(node['jobLocationType']).some((type) => /telecommute/i.test(String(type)))
  return {
    title: textIn(node['title']) ?? textIn(node['name']),
    url: textIn(node['url']),
    postedAt: textIn(node['datePosted']),
    html: textIn(node['description']),
    place: place === undefined ? placeOfText(node) : placeOfNode(place),
    employment: textIn(node['employmentType']),
    isRemote: remote || undefined,
    pay: payOfNode(node),
    employer: textIn(node['hiringOrganization']),
    industry: textIn(node['industry']),
  }
}

/** The place of those who work anywhere is where they may live. */
const placeOfText = (node: LinkedNode) =>
  textIn(node['jobLocation']) ?? textIn(node['applicantLocationRequirements'])

function placeOfNode(place: LinkedNode): LocationParts | string | undefined {
  const address = nodeIn(place['address'])
  if (address === undefined) return textIn(place['address']) ?? textIn(place['name'])
  const geo = nodeIn(place['geo'])
  const lat = numberIn(geo?.['latitude'])
  const lon = numberIn(geo?.['longitude'])
  const parts = {
    city: textIn(address['addressLocality']),
    state: textIn(address['addressRegion']),
    country: textIn(address['addressCountry']),
    postal_code: textIn(address['postalCode']),
    street_address: textIn(address['streetAddress']),
    // An empty map is at the point where the equator meets Greenwich.
    ...(lat && lon ? { lat, lon } : {}),
  }
  return Object.values(parts).some((part) => part !== undefined) ? parts : undefined
}

function payOfNode(node: LinkedNode): Pay | undefined {
  const salary = nodeIn(node['baseSalary'])
  if (salary === undefined) return undefined
  const value = nodeIn(salary['value'])
  const one = numberIn(value?.['value'] ?? salary['value'])
  return {
    min: numberIn(value?.['minValue'] ?? salary['minValue']) ?? one,
    max: numberIn(value?.['maxValue'] ?? salary['maxValue']) ?? one,
    currency: textIn(salary['currency']) ?? textIn(value?.['currency']),
    period: readPeriod(textIn(value?.['unitText']) ?? textIn(salary['unitText'])),
  }
}

/** The id of a posting: the employer's own, else its address. */
export const idOfNode = (node: LinkedNode, url: string): string => {
  const identifier = nodeIn(node['identifier'])
  return textIn(identifier?.['value']) ?? textIn(node['identifier']) ?? textIn(node['url']) ?? url
}

/** Whether it says that it is over. */
export function isOver(node: LinkedNode, nowMs: number): boolean {
  const ms = Date.parse(textIn(node['validThrough']) ?? '')
  return !Number.isNaN(ms) && ms < nowMs
}
