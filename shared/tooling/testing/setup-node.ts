import { guardConsole } from './console';

guardConsole();
