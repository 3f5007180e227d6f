// SPDX-License-Identifier: BSD-3-Clause
// A PETSc program: conjugate gradients with a block Jacobi preconditioner on a Poisson problem, as
// PETSc's users write them. Prints the residual of every iteration and the error.
#include <petscksp.h>

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscInt width = 60;
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-width", &width, NULL));
  const PetscInt unknowns = width * width;
  Mat matrix;
  PetscCall(MatCreate(PETSC_COMM_WORLD, &matrix));
  PetscCall(MatSetSizes(matrix, PETSC_DECIDE, PETSC_DECIDE, unknowns, unknowns));
  PetscCall(MatSetFromOptions(matrix));
  PetscCall(MatMPIAIJSetPreallocation(matrix, 5, NULL, 5, NULL));
  PetscCall(MatSeqAIJSetPreallocation(matrix, 5, NULL));
  PetscInt first, end;
  PetscCall(MatGetOwnershipRange(matrix, &first, &end));
  for (PetscInt row = first; row < end; ++row) {
    const PetscInt x = row % width, y = row / width;
    if (y > 0) PetscCall(MatSetValue(matrix, row, row - width, -1.0, INSERT_VALUES));
    if (x > 0) PetscCall(MatSetValue(matrix, row, row - 1, -1.0, INSERT_VALUES));
    if (x < width - 1) PetscCall(MatSetValue(matrix, row, row + 1, -1.0, INSERT_VALUES));
    if (y < width - 1) PetscCall(MatSetValue(matrix, row, row + width, -1.0, INSERT_VALUES));
    PetscCall(MatSetValue(matrix, row, row, 4.0, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));

  Vec solution, right, exact;
  PetscCall(MatCreateVecs(matrix, &solution, &right));
  PetscCall(VecDuplicate(solution, &exact));
  PetscCall(VecSet(exact, 1.0));
  PetscCall(MatMult(matrix, exact, right));

  KSP solver;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &solver));
  PetscCall(KSPSetOperators(solver, matrix, matrix));
  PetscCall(KSPSetType(solver, KSPCG));
  PetscCall(KSPSetTolerances(solver, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(solver));  // -ksp_monitor prints the residuals
  PetscCall(KSPSolve(solver, right, solution));

  PetscReal error;
  PetscInt iterations;
  PetscCall(VecAXPY(solution, -1.0, exact));
  PetscCall(VecNorm(solution, NORM_2, &error));
  PetscCall(KSPGetIterationNumber(solver, &iterations));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d iterations, error below 1e-6: %s\n", (int)iterations,
                        error < 1e-6 ? "yes" : "no"));
  PetscCall(KSPDestroy(&solver));
  PetscCall(VecDestroy(&solution));
  PetscCall(VecDestroy(&right));
  PetscCall(VecDestroy(&exact));
  PetscCall(MatDestroy(&matrix));
  PetscCall(PetscFinalize());
  return 0;
}
