import { showStories } from '@shopwright/shared/stories/show-stories';
import { forms, rows } from './signup-stories';

showStories({ title: 'Sign-up', groups: [forms, rows] });
