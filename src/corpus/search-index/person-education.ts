import type { Education } from '../records/index.ts'
import { dayNumber, normal, organizationNumber } from './columns.ts'

/** Columns of the education entries, as aligned arrays. */
export interface EducationColumns {
  /** School, degree and field of study in normal form: ` acme college | bsc | physics `. */
  eduTexts: string[]
  /** Organization id of the school; 0 if unknown. */
  eduOrgs: bigint[]
  eduStarts: number[]
  eduEnds: number[]
}

export function educationColumns(education: readonly Education[]): EducationColumns {
  const columns: EducationColumns = { eduTexts: [], eduOrgs: [], eduStarts: [], eduEnds: [] }
  for (const { school_name, degree, field_of_study_name, school_id, start_date, end_date } of education) {
    columns.eduTexts.push(
      ` ${school_name ? normal(school_name) : ''} | ${degree ? normal(degree) : ''} | ${field_of_study_name ? normal(field_of_study_name) : ''} `,
    )
    columns.eduOrgs.push(BigInt(organizationNumber(school_id)))
    columns.eduStarts.push(dayNumber(start_date))
    columns.eduEnds.push(dayNumber(end_date))
  }
  return columns
}
