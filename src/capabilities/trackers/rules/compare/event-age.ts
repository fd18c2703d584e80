import { dayMs } from '../../../../lib/time.ts'

/** An event this long before the earlier of two states is not news: the record only became more complete. */
const oldNewsDays = 365
/** Whether an event of a day was known to the world long before an earlier state was; false where the day is not known. */
export const isOldNews = (day: string | null | undefined, earlier: { asOf: string }): boolean =>
  !!day && Date.parse(day) < Date.parse(earlier.asOf) - oldNewsDays * dayMs
