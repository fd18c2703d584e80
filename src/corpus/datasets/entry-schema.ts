import { z } from 'zod'
import { faultOfDates } from './dated-addresses.ts'
import { faultOfPages } from './page-addresses.ts'

const sentence = z.string().trim().min(3).max(400)
const fileName = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'expected the name of a file in this folder')
const address = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.parse(text)?.username === '', 'must not hold a user name or password')

/** An address that may name the day or the period of a publication in braces. */
const datedAddress = address.superRefine((text, context) => {
  const fault = faultOfDates(text)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
})

/** A least and a most: what lies outside them is no publication of this data set. */
const bounds = z
  .strictObject({ least: z.int().min(0), most: z.int().min(1) })
  .refine(({ least, most }) => least <= most, 'least must not be above most')

const customMember = z.string().regex(/^custom_data\.\w+$/, 'expected a member such as custom_data.parent')

const licence = z.strictObject({
  /** SPDX, or the publisher's own name of it. */
  id: z.string().regex(/^[\w.+-]+$/, 'expected an SPDX id, or the name of the licence without spaces'),
  address: address.optional(),
  /** The sentence that the publisher asks for, or names it where nothing is asked for. */
  attribution: sentence,
  /** Whether answers and exports have to carry the sentence. */
  asks_attribution: z.boolean().default(false),
  share_alike: z.boolean().default(false),
  non_commercial: z.boolean().default(false),
})

/** A publication that is answered in pages; the one with fewer rows than were asked for is the last. */
const answerPages = z.strictObject({
  rows: z.int().min(1).max(100_000),
  /** Parameters of the address, in any signs: `{offset}` is the number of rows before a page, `{rows}` how many it may have. */
  parameters: z.record(z.string().regex(/^[\w.-]+$/, 'expected the name of a parameter'), z.string().min(1)),
})

const publicationForm = z
  .strictObject({
    /** Addresses of one publication, each a part of it; no other hosts are asked but `hosts`. */
    addresses: z.array(datedAddress).min(1).max(20),
    pages: answerPages.optional(),
    /** Each period has its own rows, so those that were missed are read as well, in their order. */
    each: z.literal(true).optional(),
    /** Where the address has a period in braces: how many periods back the newest publication may be. */
    earlier: z.int().min(0).max(62).default(3),
    /** Further hosts that an address may lead to: stores of files that the publisher uses. */
    hosts: z.array(z.string().regex(/^[a-z0-9.-]+$/, 'expected a host name')).default([]),
    container: z.enum(['none', 'gzip', 'zstd', 'zip', 'tar.gz']).default('none'),
    format: z.enum(['json', 'jsonl', 'csv', 'xml', 'parquet', 'xlsx']),
    rows: bounds,
    bytes: bounds,
    /** The header in which the publisher says the day of the publication; default: `last-modified`. */
    date_header: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'expected a header in lower case')
      .optional(),
    /** A file with the SHA-256 of each part, as `sha256sum` writes it. */
    checksums: datedAddress.optional(),
    /** What the first megabyte of it holds when it still is what the mapping reads. */
    signs: z.array(z.string().min(1)).min(1).optional(),
  })
  .superRefine((form, context) => {
    const fault = faultOfPages(form)
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['pages'], message: fault })
  })

const personalData = z.union([z.literal(false), z.strictObject({ notice: z.string().trim().min(20) })])

/** `dataset.yaml`: what a data set is, where it comes from, and what an update of it has to look like. */
export const datasetEntry = z
  .strictObject({
    title: z.string().trim().min(3).max(120),
    publisher: z.string().trim().min(2).max(120),
    homepage: address,
    brings: sentence,
    licence,
    /** Personal data stay off until an operator asks for them and has read the notice. */
    personal_data: personalData,
    /** Mapping files, from this folder on; each names its kind. The source of all is the data set. */
    maps: z.array(z.string().regex(/^[\w.-][\w./-]*\.(ya?ml|json)$/, 'expected a mapping file')).min(1),
    rhythm: z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly']),
    full: publicationForm,
    delta: publicationForm.optional(),
    /**
     * Whose records have ended when a full publication no longer has them: all of the source, or those of an employer that it
     * still names; `words`: none has ended, and what was said of them goes. Without it nothing ends.
     */
    complete: z.enum(['source', 'employer', 'words']).optional(),
    /**
     * Companies that rows refer to by the id of a register: their names, as the corpus has them after each load of any data
     * set, become members.
     */
    names: z
      .array(
        z.strictObject({
          of: customMember,
          register: z.string().regex(/^[a-z][a-z0-9-]*$/, 'expected the name of a register'),
          to: z.array(z.union([z.literal('parent'), customMember])).min(1),
        }),
      )
      .min(1)
      .optional(),
    /** Expressions of the mapping language over a row, by which `--where` chooses. */
    where: z
      .strictObject({ country: z.unknown(), latitude: z.unknown(), longitude: z.unknown() })
      .partial()
      .optional(),
    sample: z.strictObject({
      file: fileName,
      rows: z.int().min(1).max(200),
      /** Rows of the sample that become records; the others are left out by the mapping. */
      records: z.int().min(1),
      from: sentence,
    }),
    groups: z.array(z.enum(['starter'])).default([]),
    /** What the entry was tried with, in a sentence for its operator. */
    tried: sentence,
  })
  .refine(({ where = {} }) => 'latitude' in where === 'longitude' in where, {
    path: ['where'],
    message: 'latitude and longitude come together',
  })

export type DatasetEntry = z.output<typeof datasetEntry>
export type PublicationForm = DatasetEntry['full']
