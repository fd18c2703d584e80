import type { Report } from './results-file.ts'
export const benchSample = (_o: object): Promise<Omit<Report, 'loadBefore'>> =>
  Promise.reject(new Error('later'))
