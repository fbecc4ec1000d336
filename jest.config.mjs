export { default } from '@composed/build/jest';
