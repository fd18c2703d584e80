import { z } from 'zod'
import { lines } from '../lines.ts'
import { askBoard, boardSource, inTurns, maxPostings, postingLine, readPeriod } from '../job-boards/index.ts'

const text = z.string().nullish()

const answer = z.object({
  postings: lines(
    z.object({
      id: z.string(),
      text: z.string(),
      categories: z.object({ commitment: text, location: text }).nullish(),
      /** ISO 3166-1 alpha-2. */
      country: text,
      descriptionPlain: text,
      lists: z.array(z.object({ text, content: text })).nullish(),
      additionalPlain: text,
      hostedUrl: text,
      createdAt: z.number().nullish(),
      workplaceType: text,
      salaryRange: z
        .object({ currency: text, interval: text, min: z.number().nullish(), max: z.number().nullish() })
        .nullish(),
    }),
    { most: maxPostings },
  ),
})

type Posting = z.output<typeof answer>['postings'][number]

/** Lever: the postings interface, which gives all openings of a site in one answer. */
export const lever = boardSource({
  system: 'lever',
  summary: 'Openings of boards at Lever.',
  baseUrl: 'https://api.{region}lever.co/v0/postings/{board}',
  async read({ base }, call) {
    const answered = await askBoard(call, `${base}?mode=json`)
    if (answered === undefined) return undefined
    const { postings } = call.read(answer, { postings: answered.body })
    return {
      postings: await inTurns(postings, (posting) => {
        const { salaryRange: pay, categories } = posting
        return postingLine({
          id: posting.id,
          title: posting.text,
          url: posting.hostedUrl,
          postedAt: posting.createdAt,
          text: posting.descriptionPlain,
          more: moreText(posting),
          place: placeOf(posting),
          employment: categories?.commitment,
          workplace: posting.workplaceType,
          pay: pay
            ? { min: pay.min, max: pay.max, currency: pay.currency, period: readPeriod(pay.interval) }
            : undefined,
        })
      }),
      isComplete: true,
      employer: null,
    }
  },
})

/** The lists of a posting are HTML, what comes after them is text. */
const moreText = ({ lists, additionalPlain }: Posting): string =>
  [
    ...(lists ?? []).map((list) => `<p>${list.text ?? ''}</p>${list.content ?? ''}`),
    ...(additionalPlain ? [`<p>${additionalPlain}</p>`] : []),
  ].join('')

/** The country is a code beside the place in words. */
function placeOf({ categories, country }: Posting) {
  const place = categories?.location
  if (!country || !place) return place ?? country
  return { line: place, country }
}
