import type { Education } from '../records/index.ts'
import fieldData from '../../../data/sample/fields-of-study.json' with { type: 'json' }
import { firstDay, lastDay } from './dates.ts'
import type { SampleCountry } from './places.ts'
import type { Random } from './random.ts'
import { drawSchool, schoolsByCountry, type School } from './schools.ts'
import type { Anchor, Career } from './stints.ts'

export interface Schooling {
  /** Newest first. */
  education: Partial<Education>[]
  isTopUs: boolean
  isTop: boolean
}

const fields = new Map<string, string[]>(Object.entries(fieldData.byTrend))
const grades = ['First class', 'With distinction', '3.6', '3.8', '3.9', '1.7', 'Merit']
const clubs = [
  'Debating society',
  'Chess club',
  'Student council',
  'Rowing',
  'Robotics club',
  'Choir',
  'Hiking club',
]

function drawFirstDegrees(random: Random, isMaster: boolean) {
  if (!isMaster) return bachelor
  return random.chance(0.25) ? business : masters
}

/** Degrees up to the start of the career; for a student, the one that continues. */
export function drawEducation({ world, random }: Anchor, career: Career, country: SampleCountry): Schooling {
  const schooling: Schooling = { education: [], isTopUs: false, isTop: false }
  const isStudent = career.situation === 'student'
  if (!isStudent && random.chance(0.13)) return schooling
  const isScholar = career.track.id === 'research' || career.track.id === 'data'
  const isPhd = !isStudent && random.chance(isScholar ? 0.22 : 0.015)
  const isMaster = isPhd || random.chance(0.36)
  // Classes start in September and end in June.
  let end = Math.floor(career.start / 12) * 12 + 6 - (isStudent ? 0 : 12)
  if (isStudent && end <= world.month) end += 12
  const degrees = isPhd ? doctorate : drawFirstDegrees(random, isMaster)
  const schools = schoolsByCountry(world.seed)
  let school = drawSchool(schools, random, country)
  for (const { names, years } of degrees) {
    if (schooling.education.length > 0 && random.chance(0.5)) school = drawSchool(schools, random, country)
    const start = end - years * 12 + 2
    schooling.education.push(entry(random, career, school, { degree: random.pick(names), start, end }))
    if (school.isTop) schooling.isTop = true
    if (school.isTop && school.country.code === 'USA') schooling.isTopUs = true
    end = start - 2
  }
  return schooling
}

interface Degree {
  names: string[]
  years: number
}

const first: Degree = {
  names: ['Bachelor of Science', 'Bachelor of Arts', 'Bachelor of Engineering', "Bachelor's degree"],
  years: 4,
}
const second: Degree = { names: ['Master of Science', 'Master of Arts', "Master's degree"], years: 2 }
const bachelor = [first]
const masters = [second, first]
const business = [{ names: ['Master of Business Administration (MBA)'], years: 2 }, first]
const doctorate = [{ names: ['Doctor of Philosophy (PhD)'], years: 4 }, second, first]

interface Attendance {
  degree: string
  start: number
  end: number
}

function entry(
  random: Random,
  career: Career,
  school: School,
  { degree, start, end }: Attendance,
): Partial<Education> {
  const subjects = fields.get(career.track.trend) ?? fieldData.general
  const isBusiness = degree.endsWith('(MBA)')
  return {
    school_id: school.orgId,
    school_name: school.name,
    field_of_study_name: isBusiness
      ? 'Business Administration'
      : random.pick(random.chance(0.9) ? subjects : fieldData.general),
    degree,
    grade: random.chance(0.1) ? random.pick(grades) : undefined,
    start_date: firstDay(start),
    end_date: lastDay(end - 1),
    activities: random.chance(0.1) ? random.pick(clubs) : undefined,
  }
}
