/**
 * Prints how much of the specification is proven, by area: `node scripts/requirements-report.ts [--missing]`.
 * With `--missing` the ids that no test cites yet follow, with their texts.
 */
import { join } from 'node:path'
import { auditRequirements } from '../test/conformance/audit.ts'
import { scanProject } from '../test/conformance/citations.ts'
import { landedIssues, requirements, requirementsByArea } from '../test/conformance/requirements.ts'

const { citations, refused } = scanProject(join(import.meta.dirname, '..'))
const audit = auditRequirements({ requirements, citations, landedIssues })
const missing = new Set<string>(audit.uncited)

const rows = Object.entries({ ...requirementsByArea, total: requirements }).map(([area, list]) => {
  const settled = list.filter(({ open }) => open === undefined)
  const open = Object.groupBy(list, (requirement) => openLabel(requirement.open))
  const openCounts = Object.entries(open)
    .filter(([label]) => label !== '')
    .map(([label, items]) => `${label} ${items?.length ?? 0}`)
  const absent = settled.filter(({ id }) => missing.has(id)).length
  return [area, list.length, settled.length - absent, absent, openCounts.toSorted().join(', ')]
})

for (const row of [['area', 'all', 'cited', 'missing', 'open'], ...rows]) {
  const [area, all, cited, absent, open] = row.map(String)
  console.log(
    [area?.padEnd(20), all?.padStart(5), cited?.padStart(6), absent?.padStart(8), ` ${open}`]
      .join(' ')
      .trimEnd(),
  )
}
for (const { id, file, line } of audit.unknown) console.log(`unknown id ${id} cited at ${file}:${line}`)
for (const { id, file, line } of audit.openAndCited) console.log(`open id ${id} cited at ${file}:${line}`)
for (const { file, line, reason } of refused) console.log(`citation refused at ${file}:${line}: ${reason}`)
if (process.argv.includes('--missing')) {
  for (const { id, text } of requirements.filter((requirement) => missing.has(requirement.id)))
    console.log(`${id}: ${text}`)
}

function openLabel(open: number | string | undefined): string {
  if (open === undefined) return ''
  return typeof open === 'number' ? `#${open}` : open.replace('later: ', '')
}
