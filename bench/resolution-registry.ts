import { readFileSync } from 'node:fs'
import {
  companyQuestion,
  findCompanies,
  inBackground,
  type LookupDeps,
} from '../src/capabilities/resolve/index.ts'
import type { CompanyRecord } from '../src/corpus/records/index.ts'
import type { CorpusWriter } from '../src/corpus/write/index.ts'
import { openTally } from './resolution-tally.ts'

interface RegisteredCompany {
  key: string
  isHeldOut: boolean
  record: object
  asked: readonly string[]
  strangers: readonly string[]
}

/** The companies of bench/name-sets/companies.txt, which says how it is written. */
function registeredCompanies(): RegisteredCompany[] {
  const text = readFileSync(`${import.meta.dirname}/name-sets/companies.txt`, 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line, index) => {
    const [stored = '', rest = ''] = line.split(' = ')
    const [asked = '', strangers = ''] = rest.split(' ! ')
    const [name = '', domain = '', city = '', country_code = ''] = stored.split(' | ')
    const key = `registered-${index}`
    return {
      key,
      isHeldOut: index % 2 === 1,
      record: {
        preferred_name: name,
        domains: [domain],
        external_ids: { bench: key },
        location_consensus: { city, country_code },
      },
      asked: asked.split('; '),
      strangers: strangers.split('; '),
    }
  })
}

/** Asks for each company as registers and papers write it, with and without fuzzySearch, and for strangers. */
export async function registeredFigures({ deps, writer }: { deps: LookupDeps; writer: CorpusWriter }) {
  const companies = registeredCompanies()
  const items = companies.map(({ record }, index) => ({ line: index + 1, record }))
  await writer.write('companies', items, { source: 'bench', observedAt: new Date('2026-01-01') })
  const tallies = { tuned: openTally(), heldOut: openTally() }
  const told: string[] = []
  for (const { key, isHeldOut, asked, strangers } of companies) {
    const measure = isHeldOut ? tallies.heldOut : tallies.tuned
    const ask = async (value: string, isKnown: boolean, fuzzySearch: boolean) => {
      const question = companyQuestion.parse({ companyName: { value }, fuzzySearch })
      const found = await measure.timed(() =>
        findCompanies(deps, inBackground(new AbortController().signal), question),
      )
      const [match] = found.matches
      const answered = match && (JSON.parse(match.body) as CompanyRecord).external_ids?.['bench']
      measure.count(fuzzySearch ? 'fuzzySearch' : 'as written', { isKnown, answered, truth: key })
      if (!isHeldOut && (isKnown ? answered !== key : answered !== undefined))
        told.push(
          `${fuzzySearch ? 'fuzzy: ' : ''}${value} is ${isKnown ? key : 'nobody'}, answered ${match?.evidence.join() ?? found.message}`,
        )
    }
    for (const fuzzySearch of [false, true]) {
      for (const name of asked) await ask(name, true, fuzzySearch)
      for (const name of strangers) await ask(name, false, fuzzySearch)
    }
  }
  return { tuned: tallies.tuned.body(), heldOut: tallies.heldOut.body(), told }
}
