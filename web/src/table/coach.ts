/** The sign of the coach: a lifebuoy, drawn in a square of 24. */
export const COACH_PATH =
  'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 8.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7M5.600 5.600l3.900 3.900M18.400 5.600l-3.900 3.900M5.600 18.400l3.900-3.900M18.400 18.400l-3.900-3.900'
