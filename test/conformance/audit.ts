import type { Requirement } from './requirements.ts'

/** One place in a test that claims to prove a requirement. */
export interface Citation {
  id: string
  /** Relative to the project. */
  file: string
  line: number
}

/** What is wrong between the requirements and the tests; every list is empty when the trace is whole. */
export interface Audit {
  /** Neither open nor cited: nothing shows that it holds. */
  uncited: string[]
  /** Cited, but no requirement has this id. */
  unknown: Citation[]
  /** Declared open although a test claims to prove it: the declaration is stale. */
  openAndCited: Citation[]
  /** Declared open with an issue that has landed: the issue forgot it. */
  openPastIssue: string[]
  /** More than one requirement has this id. */
  duplicated: string[]
}

/** Compares the requirements with the citations found in tests. Pure; `landedIssues` are those that are done. */
export function auditRequirements(trace: {
  requirements: readonly Requirement[]
  citations: readonly Citation[]
  landedIssues?: readonly number[]
}): Audit {
  const landed = new Set<unknown>(trace.landedIssues)
  const cited = new Set(trace.citations.map((citation) => citation.id))
  const byId = new Map(trace.requirements.map((requirement) => [requirement.id, requirement]))
  const seen = new Set<string>()
  const duplicated: string[] = []
  for (const { id } of trace.requirements) {
    if (seen.has(id)) duplicated.push(id)
    seen.add(id)
  }
  return {
    uncited: trace.requirements
      .filter(({ id, open }) => open === undefined && !cited.has(id))
      .map(({ id }) => id),
    unknown: trace.citations.filter(({ id }) => !byId.has(id)),
    openAndCited: trace.citations.filter(({ id }) => byId.get(id)?.open !== undefined),
    openPastIssue: trace.requirements.filter(({ open }) => landed.has(open)).map(({ id }) => id),
    duplicated,
  }
}
