// Setup of the screen tests: a busy machine loads a lazy module late, and the default patience of Testing Library is 1 s.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 20_000 });
