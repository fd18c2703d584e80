import { emailRejection } from '../../../lib/email-rejection.ts'
import { pickNameWords, normalName, parsePersonName } from '../../names/index.ts'
import { normalText } from '../../../lib/text-normal.ts'
import type { PersonRecord } from '../../records/index.ts'
import { readHouse, type House } from '../../../lib/house.ts'
import { cityKey } from './evidence.ts'
import { fullName } from './full-name.ts'
import type { RecordTerms } from './terms.ts'
import type { Contacts } from './weigh.ts'

/** The members of a person that are compared, in the forms in which they are compared. */
export interface Life {
  /** The ways to read the name. */
  names: readonly { given: string; family: string }[]
  /** All words of the name. */
  words: readonly string[]
  /** `YYYY-MM-DD`; a year alone is its first of January. */
  born: string | undefined
  city: string
  postalCode: string
  house: House | undefined
  country: string
  headline: string
  emails: readonly string[]
  /** Digits. */
  phones: readonly string[]
}

const lives = new WeakMap<PersonRecord, Life>()

/** Worked out once for each record: it meets several candidates. */
export function findLife(record: PersonRecord, contacts: Contacts | undefined): Life {
  let life = lives.get(record)
  if (life === undefined) lives.set(record, (life = readLife(record, contacts)))
  return life
}

function readLife(record: PersonRecord, contacts: Contacts | undefined): Life {
  const place = record.inferred_location
  return {
    ...namesIn(record),
    born: record.dob?.slice(0, 10) || undefined,
    city: place?.city ? cityKey(place.city) : '',
    postalCode: normalText(place?.postal_code ?? '').replaceAll(' ', ''),
    house: readHouse(place?.street_address),
    country: place?.country_code ?? '',
    headline: normalText(record.headline ?? ''),
    // A mailbox that is nobody's own says nothing of who somebody is.
    emails: (contacts?.emails ?? [])
      .map(({ email }) => email.toLowerCase().trim())
      .filter((email) => emailRejection(email) === undefined),
    phones: (contacts?.phoneNumbers ?? []).map(({ number }) => number.replace(/\D/g, '').slice(-9)),
  }
}

/** The words of a record's name, and the ways to read them. */
export function namesIn(record: Partial<PersonRecord>): Pick<Life, 'names' | 'words'> {
  const words = listWords(fullName(record))
  return { names: listNames(record, words), words }
}

/** As its parts say, as it is taken apart, and by its ends. Parts that are not known are ''. */
function listNames(record: Partial<PersonRecord>, words: readonly string[]): Life['names'] {
  const pairs = [
    {
      given: listWords(record.first_name ?? '')[0] ?? '',
      family: listWords(record.last_name ?? '').join(''),
    },
  ]
  if (words.length > 2 || pairs.every(({ given: givenName, family }) => givenName === '' && family === '')) {
    const { first, last } = parsePersonName(fullName(record))
    pairs.push({ given: first.split(' ')[0] ?? '', family: last.replaceAll(' ', '') })
    pairs.push({ given: words[0] ?? '', family: words.at(-1) ?? '' })
  }
  const read = pairs.filter(({ given: givenName, family }) => givenName !== '' || family !== '')
  const names = read.length === 0 ? pairs.slice(0, 1) : read
  return [...new Map(names.map((name) => [`${name.given} ${name.family}`, name])).values()]
}

const listWords = (name: string): string[] => pickNameWords(normalName(name).split(' '))

/** The terms of a person that are counted; undefined where the name is unknown. */
export function personTerms(record: PersonRecord, contacts?: Contacts): RecordTerms | undefined {
  const life = findLife(record, contacts)
  const [{ given: givenName, family } = { given: '', family: '' }] = life.names
  if (givenName === '' && family === '') return undefined
  const name = `${givenName} ${family}`
  const terms: RecordTerms['terms'] = [
    { sort: 'given', value: givenName, carrier: family },
    { sort: 'family', value: family, carrier: givenName },
    { sort: 'city', value: life.city, carrier: name },
    { sort: 'work', value: life.headline, carrier: name },
  ]
  const resident = { homes: listHomes(life, family), given: givenName, family, born: life.born }
  return { name, terms: terms.filter(({ value }) => value !== ''), resident }
}

function listHomes({ house, postalCode, city, emails, phones }: Life, family: string): string[] {
  const town = postalCode || city
  const homes = [...emails, ...phones]
  if (house !== undefined && house.number !== '') homes.push(`${house.name} ${house.number}@${town}`)
  else if (town !== '' && family !== '') homes.push(`${family}@${town}`)
  return homes
}
