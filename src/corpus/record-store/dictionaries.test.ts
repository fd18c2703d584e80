import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { entityKinds, type EntityKind } from '../kinds/index.ts'
import { compress, decompress, readFrozen } from './dictionaries.ts'

/** Records of every installation are compressed with these bytes, so a digest here never changes. */
const digests: Readonly<Record<EntityKind, string>> = {
  companies: 'be84556cd0ca0a4caa79457acc50ca5c9b9fe99a3a14620eec370b2f7e09e15e',
  people: '547fa01c0591041c1d919f72550a48a1a2429a2ac5c1586b92b007e2925a403e',
  postings: 'c3c5622b19dfdf788dda60119e94196198696eeabfe8ffdec4da1bebabd7704e',
  posts: 'a3e65203e6fde69478b4a107d82dffd4026223ff4a3a19aaea72bf2345d1bf4c',
  news: '7fd2af469cb2dd321830813f7cd77603d4acb668c873c07d36b0a3d173a67f53',
  comments: '42cf373c8236e60986de840a62b2d822421400af2c331111801e4965ad0c9552',
  reactions: '340e587ded10135cf74e06a3da83e111587f89fd5dd788324ca22f91330c6eb4',
  instruments: '2a1a5f589abf7735d02a97f54a436d030bd2ec4b18562d68c3bda15e46a499af',
  hotels: 'eafb0769636e60ea2ca4826dd4e4c9a4d03721e3ae3656399ed0f7b94f69b8c9',
  places: '0808b266541be16b17cb7c6911c5872f2982dbe30d8f2ab4925b6955352d06b8',
  listings: 'e2950be116ff26bb14f1d14b8433200d22e1e39b7e4c7d70cd948f891b30030c',
  flights: '79131abaed735a4c4687271b83d26d5ead65657b9c17591cdb8d2094357017bc',
  accounts: '8ae63617fab1a69a34ac26a212030c9e3811d816b568e8ca24923999ae0d29f3',
  uploads: '4ca810b2c876da1904ac8fef60db3d76d71e5a6c6947a44c205a030d16825a0a',
  replies: '80bf9e44aef7399c1791f904db85b4e2937a9beaeebee33035a6f6dfba2109d8',
}

test.each(entityKinds)(
  'the dictionary of %s has the bytes that stored records were compressed with',
  async (kind) => {
    expect(hash('sha256', await readFrozen(kind), 'hex')).toBe(digests[kind])
  },
)

const company = JSON.stringify({
  preferred_name: 'Röntgen & Söhne',
  domains: ['roentgen.example'],
  headcount: 12,
  industry: 'Hospitals and Health Care',
})
/** Compressed by the program of 2026-11-26, with the dictionary it made of its sample. */
const storedCompany =
  'KLUv/SB73QEA6FLDtm50Z2VuICYgU8O2aHJvZSJdLCJoZWFkMnl9CAAM53EFKDb0BS0Ig8pKQag7AIYGVLd61YcTuAY='

test('a record that was stored before the dictionaries were files is still readable', async () => {
  const dictionary = { number: 2, bytes: await readFrozen('companies') }
  expect(decompress(Buffer.from(storedCompany, 'base64'), dictionary)).toBe(company)
  expect(compress(company, dictionary).length).toBeLessThan(company.length)
})
