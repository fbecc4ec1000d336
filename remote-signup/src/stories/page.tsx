import { startGallery } from 'shared/gallery/start-gallery';
import { forms } from './forms';
import { rows } from './rows';

startGallery({ title: 'Sign-up', groups: [forms, rows] });
