import type { Report } from './results-file.ts'
export const benchLedger = (_o: object): Promise<Omit<Report, 'loadBefore'>> =>
  Promise.reject(new Error('later'))
